"""Recomputes the report of a study from its scores.csv, with the standard library alone.

usage: recompute.py FOLDER    exits with 1 and one line for each number that differs
"""

import csv
import json
import math
import os
import sys

FOLDER = sys.argv[1]
MASK = (1 << 64) - 1
wrong = []
compared = 0


def mean(values):
    values = list(values)
    return math.fsum(values) / len(values)


# --- Student's t: the regularised incomplete beta function, by its continued fraction.
def beta_fraction(a, b, x):
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    h = d
    for m in range(1, 400):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + numerator / c
            c = c if abs(c) > tiny else tiny
            h *= d * c
    return h


def beta(a, b, x):
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
        + a * math.log(x) + b * math.log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def t_quantile(freedom):
    """The t that 2.5 % exceed."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        tail = 0.5 * beta(freedom / 2, 0.5, freedom / (freedom + middle * middle)) if middle else 0.5
        low, high = (middle, high) if tail > 0.025 else (low, middle)
    return (low + high) / 2


def error2(values):
    m = mean(values)
    squares = math.fsum((v - m) ** 2 for v in values)
    if squares <= 1e-24 * len(values) * m * m:
        return 0.0
    return squares / (len(values) - 1) / len(values)


def clamp(value, low, high):
    return min(max(value, low), high)


def student(values, low, high):
    m = mean(values)
    if len(values) < 2 or error2(values) == 0:
        return m, None, None
    half = t_quantile(len(values) - 1) * math.sqrt(error2(values))
    return m, clamp(m - half, low, high), clamp(m + half, low, high)


def welch(values, minus, low, high):
    difference = mean(values) - mean(minus)
    if min(len(values), len(minus)) < 2:
        return difference, None, None
    one, other = error2(values), error2(minus)
    if one + other == 0:
        return difference, None, None
    freedom = (one + other) ** 2 / (
        one ** 2 / (len(values) - 1) + other ** 2 / (len(minus) - 1))
    half = t_quantile(freedom) * math.sqrt(one + other)
    return difference, clamp(difference - half, low, high), clamp(difference + half, low, high)


# --- The stratified bootstrap, with the SplitMix64 generator.
class SplitMix64:
    def __init__(self, seed):
        self.state = seed & MASK

    def index(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z ^= z >> 31
        return int((z >> 11) * 2.0 ** -53 * n)


def drawn(tasks, random):
    return [[runs[random.index(len(runs))] for _ in runs] for runs in tasks]


def middle(value, values):
    values.sort()
    if values[-1] - values[0] <= 1e-12:
        return value, None, None

    def quantile(part):
        place = part * (len(values) - 1)
        below = int(place)
        above = min(below + 1, len(values) - 1)
        return values[below] + (place - below) * (values[above] - values[below])

    return value, quantile(0.025), quantile(0.975)


def bootstrap(statistic, *arms):
    random = SplitMix64(SEED)
    values = [statistic(*[drawn(arm, random) for arm in arms]) for _ in range(RESAMPLES)]
    return middle(statistic(*arms), values)


def interquartile(tasks):
    values = sorted(v for runs in tasks for v in runs)
    cut = int(0.25 * len(values))
    return mean(values[cut:len(values) - cut])


def median(tasks):
    means = sorted(mean(runs) for runs in tasks)
    n = len(means)
    return means[n // 2] if n % 2 else (means[n // 2 - 1] + means[n // 2]) / 2


def gap(tasks):
    return mean(mean(1 - min(v, 1) for v in runs) for runs in tasks)


def above(threshold):
    return lambda tasks: mean(sum(v > threshold for v in runs) / len(runs) for runs in tasks)


def improvement(own, theirs):
    return mean(
        sum(1.0 if a > b else 0.5 if a == b else 0.0 for a in x for b in y) / len(x) / len(y)
        for x, y in zip(own, theirs))


def check(name, told, computed):
    global compared
    compared += 1
    same = told is computed if told is None or computed is None else abs(told - computed) <= 1e-9
    if not same:
        wrong.append(f"{name}: the report says {told}, the scores give {computed}")


def check_interval(name, told, computed):
    check(name, told["value"], computed[0])
    check(name + " low", told["interval"][0], computed[1])
    check(name + " high", told["interval"][1], computed[2])


with open(os.path.join(FOLDER, "report.json"), encoding="utf-8") as file:
    report = json.load(file)
RESAMPLES, SEED = report["bootstrap"]["resamples"], report["bootstrap"]["seed"]

# arm -> seed -> world -> episode -> rows by trial
arms = {}
with open(os.path.join(FOLDER, "scores.csv"), encoding="utf-8", newline="") as file:
    for row in csv.DictReader(file):
        title = row["arm"] + (" / " + row["trained_with"] if row["trained_with"] else "")
        (arms.setdefault(title, {})
            .setdefault(int(row["seed"]), {})
            .setdefault((row["scenario"], row["partner"]), {})
            .setdefault(int(row["episode"]), [])
            .append(row))


def by_world(number):
    """arm -> world -> list over runs of the mean over episodes"""
    tables = {}
    for title, seeds in arms.items():
        worlds = list(next(iter(seeds.values())))
        tables[title] = [
            [mean(number(episode) for episode in run[world].values())
             for run in seeds.values() if world in run]
            for world in worlds]
    return tables


def by_run(number):
    return {
        title: [
            mean(mean(number(e) for e in world.values()) for world in run.values())
            for run in seeds.values()]
        for title, seeds in arms.items()}


def score(episode, k=-1):
    return float(episode[k]["score"])


def gain(episode):
    return score(episode) - score(episode, 0)


def total(column):
    return lambda episode: math.fsum(float(row[column]) for row in episode)


last_run, gain_run = by_run(score), by_run(gain)
return_run, length_run = by_run(total("return")), by_run(total("length"))
last_world, gain_world = by_world(score), by_world(gain)

if [one["arm"] for one in report["arms"]] != list(arms):
    wrong.append("the arms of the report are not those of the scores")
for one in report["arms"]:
    title = one["arm"]
    if [run["seed"] for run in one["runs"]] != list(arms[title]):
        wrong.append(f"{title}: the seeds of the report are not those of the scores")
    for i, run in enumerate(one["runs"]):
        check(f"{title} {i} score", run["score"], last_run[title][i])
        check(f"{title} {i} gain", run["gain"], gain_run[title][i])
        check(f"{title} {i} return", run["return"], return_run[title][i])
        check(f"{title} {i} length", run["length"], length_run[title][i])
    for k, trial in enumerate(one["trialScores"]):
        check_interval(f"{title} trial {k + 1}", trial,
                       student(by_run(lambda e: score(e, k))[title], 0, 1))
    check_interval(f"{title} score", one["score"], student(last_run[title], 0, 1))
    check_interval(f"{title} gain", one["gain"], student(gain_run[title], -1, 1))
    check_interval(f"{title} return", one["return"],
                   student(return_run[title], -math.inf, math.inf))
    check_interval(f"{title} median", one["median"], bootstrap(median, last_world[title]))
    check_interval(f"{title} IQM", one["interquartileMean"],
                   bootstrap(interquartile, last_world[title]))
    check_interval(f"{title} IQM of gains", one["interquartileMeanGain"],
                   bootstrap(interquartile, gain_world[title]))
    check_interval(f"{title} gap", one["optimalityGap"], bootstrap(gap, last_world[title]))
    for threshold, point in zip(report["thresholds"], one["profile"], strict=True):
        check_interval(f"{title} above {threshold}", point,
                       bootstrap(above(threshold), last_world[title]))
for one in report["comparisons"]:
    name = one["arm"] + " against " + one["baseline"]
    own, base = one["arm"], one["baseline"]
    difference = welch(last_run[own], last_run[base], -1, 1)
    check_interval(name, one["scoreDifference"], difference)
    check_interval(name + ", gain", one["gainDifference"],
                   welch(gain_run[own], gain_run[base], -2, 2))
    check_interval(name + ", improvement", one["probabilityOfImprovement"],
                   bootstrap(improvement, last_world[own], last_world[base]))
    differs = difference[1] is not None and (difference[1] > 0 or difference[2] < 0)
    if one["differs"] != differs:
        wrong.append(f"{name}: the report says that they differ: {one['differs']}")

print("\n".join(wrong))
print(f"{compared} numbers compared, {len(wrong)} differ")
sys.exit(1 if wrong else 0)
