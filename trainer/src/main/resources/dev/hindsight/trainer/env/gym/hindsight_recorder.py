"""Records a training loop for Hindsight: one file, standard library and numpy.

    from hindsight_recorder import Recorder

    recorder = Recorder("run.rollout", env="CartPole-v1", agents=1)
    recorder.step(observation, action, reward, terminated, truncated)
    recorder.close()

Row t holds what the agents saw at tick t, what they did, and what came of it. `RecordedEnv` wraps a
Gymnasium environment, `RecordedVectorEnv` a vector environment, `sb3_callback` is a callback of
Stable-Baselines3. Open run.rollout in Hindsight while it grows, or run.rollout.part after a kill.

A recorder never stops a training: whatever goes wrong (a full or slow disk, an array of another
shape) ends the recording with one warning, and every later call does nothing. The ticks before it
are kept. A thread of its own writes the file. It never writes over another recording: if run.rollout
or run.rollout.part exists, the recording is run-2.rollout.
"""

import json
import os
import queue
import struct
import sys
import threading
import time
import warnings
import zlib

import numpy as np

__all__ = ["Recorder", "RecordedEnv", "RecordedVectorEnv", "sb3_callback"]

VERSION = "1"
TERMINATED, TIMEOUT = 5, 3
LONGEST_CHUNK = 256
CHUNK_SECONDS = 0.5
CHUNK_BYTES = 1 << 22
WAITING_CHUNKS = 16
FINALS = ""  # the key of a row's final observations; no column has this name
COMPUTED = ("value", "log_prob", "logits")


class _Zip:
    """A ZIP of stored members that is readable, member by member, while it grows."""

    def __init__(self, path):
        self.file = open(path, "xb")
        try:  # Hindsight shows by this lock that the recording still grows.
            import fcntl
            fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (ImportError, OSError):  # Some file systems have no locks.
            pass
        self.directory = []
        self.at = 0

    def add(self, name, *parts):
        crc, size = 0, 0
        for part in parts:
            crc = zlib.crc32(part, crc)
            size += len(part)
        name = name.encode()
        if size >= 0xFFFFFFFF:
            raise ValueError("a member of 4 GiB")
        head = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0x800, 0, 0, 0x21, crc, size, size,
                           len(name), 0)
        self.file.write(b"".join((head, name) + parts))
        self.directory.append((name, crc, size, self.at))
        self.at += len(head) + len(name) + size

    def flush(self):
        self.file.flush()

    def close(self):
        begin = self.at
        for name, crc, size, at in self.directory:
            extra = struct.pack("<HHQ", 1, 8, at) if at >= 0xFFFFFFFF else b""
            entry = struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 45 if extra else 20,
                                45 if extra else 20, 0x800, 0, 0, 0x21, crc, size, size, len(name),
                                len(extra), 0, 0, 0, 0, min(at, 0xFFFFFFFF)) + name + extra
            self.file.write(entry)
            self.at += len(entry)
        size, count = self.at - begin, len(self.directory)
        if begin >= 0xFFFFFFFF or count >= 0xFFFF:
            self.file.write(struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count,
                                        size, begin))
            self.file.write(struct.pack("<IIQI", 0x07064B50, 0, self.at, 1))
        self.file.write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, min(count, 0xFFFF),
                                    min(count, 0xFFFF), min(size, 0xFFFFFFFF),
                                    min(begin, 0xFFFFFFFF), 0))
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()


def _npy(array):
    """Header and bytes of an array in the NPY format 1.0."""
    array = np.ascontiguousarray(array)
    kind = array.dtype.str.replace("=", "<")
    text = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (kind, array.shape)
    text += " " * ((64 - (11 + len(text)) % 64) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode(), array.tobytes()


class _Fault(Exception):
    pass


def _seed(given):
    """The seed to note; 0, with a warning, for one that no recording can hold."""
    seed = int(given or 0)
    if -1 << 63 <= seed < 1 << 63:
        return seed
    _say("the seed %d does not fit a 64-bit integer, so the recording notes 0" % seed)
    return 0


def _duration(given):
    """The seconds of a tick; 0.1, with a warning, for a number that is no duration."""
    seconds = float(given)
    if 0 < seconds < float("inf"):
        return seconds
    _say("a tick cannot take %s s, so the recording says 0.1 s" % given)
    return 0.1


def _say(words):
    """Warns at the line of the training that called the recorder."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_globals is globals():
        frame, level = frame.f_back, level + 1
    try:
        warnings.warn("hindsight_recorder: " + words, RuntimeWarning, stacklevel=level)
    except Exception:  # Warnings may be errors here.
        print("hindsight_recorder: " + words, file=sys.stderr)


def _member(name):
    """The name of a column as an archive can hold it."""
    clean = ["".join("_" if c in ":\\" or not c.isprintable() else c for c in part)
             for part in str(name).split("/")]
    return "/".join("_" if part in ("", ".", "..") else part for part in clean)


def _flat(nested, path=""):
    """The arrays of a nested observation or action in order, as (path, array); dictionaries by
    their order."""
    if isinstance(nested, dict):
        for name in nested:
            below = path + "/" if path else ""
            yield from _flat(nested[name], below + str(name).replace("/", "_"))
    elif isinstance(nested, tuple):
        for index, item in enumerate(nested):
            yield from _flat(item, (path + "/" if path else "") + str(index))
    else:
        yield path or "observation", np.asarray(nested)


class Recorder:
    """Writes a recording tick by tick.

    path         NAME.rollout, or NAME-2.rollout and so on if there is one; until close() it is
                 NAME.rollout.part
    env          name of the environment
    agents       rows of every array, if more than one: one for each agent or environment
    seed         of the training, to note it
    policy       name of the policy, to note it
    config       dictionary of plain values, to note it
    tick_seconds duration of a tick in the world
    names        names of the observed numbers, for observations that are one vector
    actions      words for discrete actions, or names of continuous ones
    every        record about every n-th call of step(), in whole episodes, for long trainings
    frame_side   most pixels along a side of a picture given as frame=
    """

    def __init__(self, path, env="", agents=1, seed=0, policy="", config=None, tick_seconds=0.1,
                 names=None, actions=None, every=1, frame_side=240):
        self.path = os.fspath(path)
        self.part = self.path + ".part"
        self.agents = int(agents)
        self.info = (str(env), _seed(seed), str(policy), dict(config or {}),
                     _duration(tick_seconds))
        self.names = list(names or [])
        self.words = list(actions or [])
        self.parts = []
        self.every = max(1, int(every))
        self.side = frame_side
        self.between = np.ones(self.agents, bool)  # no episode under way
        self.waiting = np.ones(self.agents, bool)  # no episode in this round yet
        self.recording = np.zeros(self.agents, bool)
        self.round = 0
        self.skipped = 0
        self.ticks = 0
        self.chunk = 0
        self.chunk_ticks = None
        self.frame_bytes = None
        self.forms = None
        self.rows = []
        self.zip = None
        self.columns = None
        self.renamed = {}
        self.segments = None
        self.trial_tick = 0
        self.began = time.monotonic()
        self.dead = False
        self.failed = False
        self.queue = queue.SimpleQueue()
        self.writer = None

    def step(self, observation, action, reward, terminated, truncated, final_observation=None,
             value=None, log_prob=None, logits=None, frame=None, removed=None, **extra):
        """Records a tick: what was observed, what was done, and what came of it.

        terminated and truncated stay apart. final_observation is what followed where truncated is
        set, before the reset. removed says which agents are in limbo: they do not act, and what
        they observe means nothing. extra are further columns, numbers for each agent.
        """
        if self.dead:
            return
        try:
            if self.every > 1:
                chosen = self._chosen(terminated, truncated, removed)
                if chosen is None:
                    return
                terminated, truncated, removed = chosen
            row = self._row(observation, action, reward, terminated, truncated, final_observation,
                            removed)
            optional = {"value": value, "log_prob": log_prob, "logits": logits}
            optional.update(extra)
            optional = {name: given for name, given in optional.items() if given is not None}
            self._name(optional, row)
            for name, given in optional.items():
                row[self.renamed[name]] = self._numbers(given)
            if frame is not None or "frame" in (self.forms or ()):
                row["frame"] = self._picture(frame)
            self._add(row)
        except Exception as fault:
            self._end(fault)

    def cut(self, final_observation=None):
        """Ends the episodes under way at the last tick, as a time limit does: for a training that
        resets before its environment says that it is over. final_observation is what followed.
        """
        if self.dead:
            return
        try:
            self.between[:] = True
            if self.rows:
                self._cut(self.rows[-1], final_observation)
        except Exception as fault:
            self._end(fault)

    def _cut(self, row, final):
        away = row.get("removed", np.zeros(self.agents, bool))
        going_on = ~(row["terminal"] | row["truncation"])
        if not going_on.any():
            return
        row["truncation"] = row["truncation"] | going_on
        under_way = going_on & ~away
        row["end"] = np.where(under_way, TIMEOUT, row["end"]).astype("u1")
        if final is not None:
            row[FINALS] = row.get(FINALS, []) + self._finals(final, under_way, self.ticks - 1)
        self.trial_tick = 0
        if self.every > 1:
            self.recording[:] = False
            self._close_round()

    def _finals(self, final, agents, tick):
        numbers = self._vector(final)
        return [struct.pack("<ii", tick, agent) + numbers[agent].tobytes()
                for agent in np.flatnonzero(agents)]

    def _close_round(self):
        self.skipped = (self.every - 1) * self.round
        self.waiting[:] = True
        self.round = 0

    def _flags(self, given):
        return np.array(_cpu(given)).astype(bool).reshape(self.agents)

    def _chosen(self, terminated, truncated, removed):
        """The ends and the limbo of a call that is recorded, or None, so that episodes stay whole.

        A round holds at most one episode of each agent, from its first step to its end; before and
        after, the agent is in limbo. The round is over when no agent is within its episode; then
        every - 1 times as many calls are left out.
        """
        terminated, truncated = self._flags(terminated), self._flags(truncated)
        away = np.zeros(self.agents, bool) if removed is None else self._flags(removed)
        over = terminated | truncated
        begins = self.between & ~away
        self.between = over | (self.between & away)
        if self.skipped > 0:
            self.skipped -= 1
            return None
        self.recording |= begins & self.waiting
        self.waiting &= ~begins
        limbo = ~self.recording
        if limbo.all():
            return None
        self.round += 1
        self.recording &= ~over
        closes = not self.recording.any()
        # The end of an agent's limbo is marked by its truncation.
        truncated = np.where(limbo, (over & self.waiting) | closes, truncated)
        if closes:
            self._close_round()
        if self.agents > 1 or removed is not None:
            removed = away | limbo
        return terminated, truncated, removed

    def _name(self, given, row):
        """Finds the names of new columns. A name that has to change takes no other column's."""
        new = [name for name in given if name not in self.renamed]
        for name in sorted(new, key=lambda one: _member(one) != one):
            member, number = _member(name), 1
            while member != name and (member in row or member in self.renamed.values()):
                number += 1
                member = "%s_%d" % (_member(name), number)
            self.renamed[name] = member

    def _numbers(self, given):
        array = np.array(_cpu(given), dtype="<f4")
        array = array.reshape((self.agents, -1)) if array.size else array
        return array[:, 0] if array.shape[1] == 1 else array

    def _row(self, observation, action, reward, terminated, truncated, final, removed):
        row = {"observation": self._vector(observation)}
        row["action"] = self._acted(_cpu(action))
        row["reward"] = np.array(_cpu(reward), dtype="<f4").reshape(self.agents)
        ended, cut = self._flags(terminated), self._flags(truncated)
        away = np.zeros(self.agents, bool)
        if removed is not None:
            away = self._flags(removed)
            if self.forms is not None and "removed" not in self.forms:
                raise _Fault("removed= came first at tick %d: give it at every tick" % self.ticks)
            row["removed"] = away
        elif "removed" in (self.forms or ()):
            row["removed"] = away
        row["terminal"] = ended & ~away
        row["truncation"] = cut
        end = np.where(ended, TERMINATED, np.where(cut, TIMEOUT, 0))
        row["end"] = np.where(away, 0, end).astype("u1")
        row["trial"] = np.asarray(0, "<i4")
        row["trial_tick"] = np.asarray(self.trial_tick, "<i4")
        self.trial_tick = 0 if (ended | cut | away).all() else self.trial_tick + 1
        limit = cut & ~ended & ~away
        if final is not None and limit.any():
            row[FINALS] = self._finals(final, limit, self.ticks)
        return row

    def _planes(self, array):
        """A picture [height, width, planes], as Gymnasium's environments show it, as planes."""
        several = self.agents > 1
        if not several and array.ndim == 4 and len(array) == 1:
            array = array[0]  # that of the only environment of a vector
        shape = array.shape[1:] if several else array.shape
        picture = len(shape) == 3 and shape[2] <= 4 < shape[0]
        return np.moveaxis(array, -1, 1 if several else 0) if picture else array

    def _in_order(self, observation):
        """The arrays of an observation in the order of the first one, if it has the same."""
        found = [(name, self._planes(array)) for name, array in _flat(_cpu(observation))]
        if self.segments is None:
            self.segments = [
                (name, list(array.shape[1:] if self.agents > 1 else array.shape) or [1])
                for name, array in found]
        known, arrays = [name for name, _ in self.segments], dict(found)
        if sorted(arrays) != sorted(known):
            raise _Fault("the observation has the parts %s at tick %d, and had %s"
                         % (", ".join(arrays), self.ticks, ", ".join(known)))
        for name, shape in self.segments:
            if arrays[name].size != self.agents * int(np.prod(shape)):
                part = "the observation" if name == "observation" else "%s of the observation" % name
                raise _Fault("%s has the shape %s at tick %d, and had %s"
                             % (part, list(arrays[name].shape), self.ticks,
                                [self.agents] * (self.agents > 1) + shape))
        return [(name, arrays[name]) for name in known]

    def _acted(self, action):
        """The actions of all agents; those of several parts become numbers one after the other."""
        several = isinstance(action, dict)
        if isinstance(action, tuple):
            nested = [isinstance(part, (dict, tuple)) or np.ndim(part) > 0 for part in action]
            several = (any(nested) if self.agents == 1 else
                       all(nested) and all(len(part) == self.agents for part in action))
        if several:
            parts = [(name, np.asarray(part, dtype="<f4").reshape((self.agents, -1)))
                     for name, part in _flat(action)]
            self.parts = [name if part.shape[1] == 1 else "%s_%d" % (name, i)
                          for name, part in parts for i in range(part.shape[1])]
            return np.concatenate([part for _, part in parts], 1)
        action = np.asarray(action)
        whole = np.issubdtype(action.dtype, np.integer) or action.dtype == bool
        action = action.reshape((self.agents, -1))
        return (action[:, 0].astype("<i4") if whole and action.shape[1] == 1
                else action.astype("<f4"))

    def _vector(self, observation):
        return np.concatenate(
            [np.asarray(array, dtype="<f4").reshape((self.agents, -1))
             for _, array in self._in_order(observation)], 1)

    def _picture(self, frame):
        if frame is None:
            return b""
        image = np.asarray(frame)[:, :, :3].astype(np.uint8)
        step = max(1, -(-max(image.shape[:2]) // self.side))
        while True:
            small = image[::step, ::step]
            packed = zlib.compress(small.tobytes(), 6)
            data = struct.pack("<HHI", small.shape[1], small.shape[0], len(packed)) + packed
            if self.frame_bytes is None:
                self.frame_bytes = -(-int(1.5 * len(data)) // 256) * 256
            if len(data) <= self.frame_bytes:
                return data
            if min(small.shape[:2]) < 2:
                return b""
            step *= 2

    def _add(self, row):
        forms = {name: (value.dtype.str, list(value.shape)) if hasattr(value, "dtype") else None
                 for name, value in row.items() if name != FINALS}
        if self.forms is None:
            self.forms = forms
        missing = set(self.forms) - set(forms)
        if missing:
            raise _Fault("no %s at tick %d" % (", ".join(sorted(missing)), self.ticks))
        for name, form in self.forms.items():
            if forms[name] != form:
                raise _Fault("%s has the type %s and the shape %s at tick %d, and had %s and %s"
                             % ((name,) + forms[name] + (self.ticks,) + form))
        self.rows.append(row)
        if self.ticks == 0:
            self.began = time.monotonic()
        self.ticks += 1
        if self.zip is None:
            size = sum(getattr(value, "nbytes", 0) for value in row.values())
            size += self.frame_bytes or 0
            late = time.monotonic() - self.began > CHUNK_SECONDS
            full = len(self.rows) * size > CHUNK_BYTES
            if not (late or full or len(self.rows) >= LONGEST_CHUNK):
                return
            self._open(len(self.rows))
        # The last row stays: the episode may be cut there.
        while len(self.rows) > self.chunk_ticks:
            self._hand_over()

    def _columns(self, row):
        columns = {}
        for name, value in row.items():
            if name == FINALS or (name == "observation" and value.size == 0):
                continue
            if name == "frame":
                columns[name] = ("|u1", [self.frame_bytes])
                continue
            axes = list(value.shape)
            if axes:
                axes[0] = "agent"
            columns[name] = (value.dtype.str.replace("=", "<"), axes)
        return columns

    def _manifest(self):
        env, seed, policy, config, seconds = self.info
        segments, offset = [], 0
        for name, shape in self.segments:
            size = int(np.prod(shape))
            if size == 0:
                continue
            if len(shape) > 3 or (len(shape) == 3 and size > 1 << 20):
                shape = [size]
            features = shape[0] if len(shape) == 3 else shape[-1]
            given = self.names if len(self.segments) == 1 and len(self.names) == features else []
            segments.append({"name": name, "offset": offset, "shape": [int(n) for n in shape],
                             "names": [str(n) for n in given] or
                                      [str(i) for i in range(features)]})
            offset += size
        # NaN in a further column says that nothing was recorded for that step.
        further = {member for name, member in self.renamed.items() if name not in COMPUTED}
        channels = [{"name": name, "dtype": kind, "shape": ["tick"] + axes, "unit": "1", "doc": "",
                     **({"absent": "NaN"} if name in further else {})}
                    for name, (kind, axes) in self.columns.items()]
        manifest = {
            "format": "hindsight-rollout", "version": 1,
            "producer": "hindsight_recorder.py " + VERSION,
            "createdUtc": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "environment": {"id": env, "config": config, "codeVersion": ""},
            "policy": {"id": policy}, "seed": seed, "agents": self.agents,
            "tickSeconds": seconds, "trials": {"count": 1, "timeoutTicks": 0},
            "chunkTicks": self.chunk_ticks, "observation": {"segments": segments},
            "channels": channels, "static": [],
            "sparse": {"final_observation": {"dtype": "|u1", "shape": ["row", 8 + 4 * offset]}},
        }
        if not segments:
            del manifest["sparse"]
        if self.every > 1:
            manifest["every"] = self.every
        kind, axes = self.columns["action"]
        if kind == "<i4" and self.words:
            manifest["actions"] = {"factors": [{
                "name": "action", "unit": "", "levels": list(range(len(self.words))),
                "words": [str(word) for word in self.words]}]}
        elif kind == "<f4" and len(axes) == 2:
            names = next((one for one in (self.words, self.parts) if len(one) == axes[1]),
                         range(axes[1]))
            manifest["actions"] = {"numbers": [{"name": str(n), "unit": "", "factor": 1}
                                               for n in names]}
        return manifest

    def _open(self, ticks):
        self.chunk_ticks = max(1, min(LONGEST_CHUNK, ticks))
        self.columns = self._columns(self.rows[0])
        self.zip = self._created()
        self.zip.add("manifest.json", json.dumps(self._manifest(), default=str).encode())

        self.writer = threading.Thread(target=self._serve, name="hindsight-recorder", daemon=True)
        self.writer.start()

    def _created(self):
        """An empty file, under the first name that no other recording has."""
        stem, kind = os.path.splitext(self.path)
        given, number = self.path, 1
        while True:
            try:
                if not os.path.exists(self.path):
                    created = _Zip(self.part)
                    if not os.path.exists(self.path):
                        break
                    # The process that had this name has finished just now.
                    created.file.close()
                    os.remove(self.part)
            except FileExistsError:
                pass
            number += 1
            self.path = "%s-%d%s" % (stem, number, kind)
            self.part = self.path + ".part"
        if number > 1:
            print("hindsight_recorder: %s or its .part exists, so this recording is %s"
                  % (given, self.path), file=sys.stderr)
        return created

    def _hand_over(self):
        if self.queue.qsize() >= WAITING_CHUNKS:
            raise _Fault("the disk is slower than the training")
        self.queue.put(self.rows[:self.chunk_ticks])
        self.rows = self.rows[self.chunk_ticks:]

    def _serve(self):
        """The thread that writes, until it gets None."""
        while True:
            rows = self.queue.get()
            try:
                if rows is None:
                    if not self.failed:
                        self._complete()
                    return
                if not self.failed:
                    self._write(rows)
            except Exception as fault:
                self._drop(fault)
                if rows is None:
                    return

    def _write(self, rows):
        finals = [one for row in rows for one in row.get(FINALS, [])]
        if finals and "observation" in self.columns:
            array = np.frombuffer(b"".join(finals), "u1").reshape(len(finals), -1)
            self.zip.add("sparse/final_observation/%06d.npy" % self.chunk, *_npy(array))
        for name in self.columns:
            if name == "frame":
                array = np.zeros((len(rows), self.frame_bytes), "u1")
                for index, row in enumerate(rows):
                    data = np.frombuffer(row[name], "u1")
                    array[index, :len(data)] = data
            else:
                array = np.stack([row[name] for row in rows])
            kind, axes = self.columns[name]
            if array.dtype.str.replace("=", "<") != kind or list(array.shape[2:]) != axes[1:]:
                raise _Fault("the column %s has another type or shape" % name)
            self.zip.add("channels/%s/%06d.npy" % (name, self.chunk), *_npy(array))
        self.zip.flush()
        self.chunk += 1

    def _complete(self):
        summary = {"ticks": self.ticks, "trialScores": [],
                   "totals": {"environment_steps": self.ticks},
                   "wallSeconds": time.monotonic() - self.began}
        self.zip.add("summary.json", json.dumps(summary).encode())
        self.zip.close()
        os.replace(self.part, self.path)

    def _end(self, fault):
        """Ends the recording before a step that does not fit it. What came before is written."""
        if self.dead:
            return
        self.dead = True
        try:
            self._finish()
        except Exception as other:
            self._drop(other)
        self._warn(self.part if self.failed else self.path, fault)

    def _drop(self, fault):
        """Gives the file up, with the chunks that it has."""
        known, self.dead, self.failed, self.rows = self.dead, True, True, []
        try:
            if self.zip is not None:
                self.zip.file.close()
        except Exception:
            pass
        if not known:
            self._warn(self.part, fault)

    def _warn(self, path, fault):
        what = str(fault) if isinstance(fault, _Fault) else "%s: %s" % (type(fault).__name__, fault)
        _say("the recording %s ends here, the training goes on: %s" % (path, what))

    def _finish(self):
        """Hands over the last rows; the thread that writes then completes the file."""
        if self.rows and self.zip is None:
            self._open(len(self.rows))
        while self.rows:
            self.queue.put(self.rows[:self.chunk_ticks])
            self.rows = self.rows[self.chunk_ticks:]
        if self.writer is not None:
            self.queue.put(None)

    def close(self):
        """Finishes the recording and gives it its name."""
        try:
            if not self.dead:
                self._finish()
            elif self.failed and self.writer is not None:
                self.queue.put(None)
            if self.writer is not None:
                self.writer.join()
            self.dead = True
        except Exception as fault:
            self._drop(fault)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _cpu(value):
    """Arrays of PyTorch and JAX as NumPy's."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        # NumPy has no such type.
        return (value.float() if str(value.dtype) == "torch.bfloat16" else value).numpy()
    if isinstance(value, dict):
        return {name: _cpu(one) for name, one in value.items()}
    if isinstance(value, tuple):
        return tuple(_cpu(one) for one in value)
    return value


class RecordedEnv:
    """Records a Gymnasium environment: env = RecordedEnv(env, "run.rollout")."""

    def __init__(self, env, path, render=False, **options):
        self.env = env
        self.render_frames = render
        if "env" not in options:
            spec = getattr(env, "spec", None)
            options["env"] = getattr(spec, "id", type(env).__name__)
        self.recorder = Recorder(path, **options)
        self.seen = None

    def __getattr__(self, name):
        return getattr(self.env, name)

    def reset(self, **options):
        seen, info = self.env.reset(**options)
        if self.seen is not None:
            self.recorder.cut(self.seen)
        self._remember(seen)
        return seen, info

    def _remember(self, seen):
        if self.recorder.dead:
            return
        try:
            self.seen = _copied(seen)
        except Exception as fault:
            self.recorder._end(fault)

    def step(self, action):
        frame = None
        if self.render_frames and not self.recorder.dead:
            try:
                frame = self.env.render()
            except Exception as fault:
                self.recorder._end(fault)
        answer = self.env.step(action)
        seen, reward, terminated, truncated, _ = answer
        self.recorder.step(self.seen, action, reward, terminated, truncated,
                           final_observation=seen, frame=frame)
        self._remember(seen)
        return answer

    def close(self, **options):
        self.recorder.close()
        return self.env.close(**options)


class RecordedVectorEnv(RecordedEnv):
    """Records a vector environment, one agent for each of its environments.

    The final observation comes from info["final_obs"] (or "final_observation") where the vector
    environment resets in the same step. Where it resets in the step after (Gymnasium's usual
    mode), the observation of the step itself is the final one; the step that resets takes no
    action, so there the agent is in limbo, and no tick is recorded if all are.
    """

    def __init__(self, env, path, **options):
        options.setdefault("agents", env.num_envs)
        super().__init__(env, path, **options)
        self.mode = _autoreset(env)
        self.resetting = np.zeros(env.num_envs, bool)

    def reset(self, **options):
        self.resetting[:] = False
        return super().reset(**options)

    def step(self, action):
        answer = self.env.step(action)
        if not self.recorder.dead:
            try:
                self._record(action, *answer)
            except Exception as fault:
                self.recorder._end(fault)
        return answer

    def _record(self, action, seen, reward, terminated, truncated, info):
        over = np.asarray(_cpu(terminated)).astype(bool) | np.asarray(_cpu(truncated)).astype(bool)
        final = seen
        if self.mode != "nextstep" and over.any():
            given = (info or {}).get("final_obs", (info or {}).get("final_observation"))
            if given is not None:
                final = _copied(seen)
                for index in np.flatnonzero(over):
                    if given[index] is not None:
                        _put(final, index, given[index])
            elif self.mode == "samestep":
                final = None
        limbo = {}
        if self.mode == "nextstep":
            # The end of an agent's limbo is marked by its truncation.
            truncated = np.asarray(_cpu(truncated)).astype(bool) | self.resetting
            limbo = {"removed": self.resetting}
        if not self.resetting.all():
            self.recorder.step(self.seen, action, reward, terminated, truncated,
                               final_observation=final, **limbo)
        self.seen = _copied(seen)
        self.resetting = over & (self.mode == "nextstep")


def _autoreset(env):
    """When a vector environment resets: "nextstep", "samestep", "disabled", or "" if unknown."""
    mode = (getattr(env, "metadata", None) or {}).get("autoreset_mode")
    if mode is not None:
        return str(getattr(mode, "value", mode)).replace("_", "").lower()
    library = sys.modules.get("gymnasium")
    first = str(getattr(library, "__version__", "")).startswith("1.0")
    return "nextstep" if first and isinstance(env, library.vector.VectorEnv) else ""


def _put(batch, index, one):
    """Replaces the observation of one environment among those of all."""
    if isinstance(batch, dict):
        for name in batch:
            _put(batch[name], index, one[name])
    elif isinstance(batch, tuple):
        for part, own in zip(batch, one):
            _put(part, index, own)
    else:
        batch[index] = _cpu(one)


def _only(batch):
    """What belongs to the only environment."""
    if isinstance(batch, dict):
        return {name: _only(one) for name, one in batch.items()}
    return tuple(_only(one) for one in batch) if isinstance(batch, tuple) else batch[0]


def _copied(seen):
    if isinstance(seen, dict):
        return {name: _copied(one) for name, one in seen.items()}
    if isinstance(seen, tuple):
        return tuple(_copied(one) for one in seen)
    return np.array(_cpu(seen))


def sb3_callback(path, **options):
    """A callback of Stable-Baselines3: model.learn(..., callback=sb3_callback("run.rollout")).

    It records the actions that the environment got, and the values and log-probabilities of
    algorithms that have them as they act, such as PPO and A2C. Every learn() has a file of its own.
    """
    from stable_baselines3.common.callbacks import BaseCallback

    class HindsightCallback(BaseCallback):
        def _on_training_start(self):
            given = dict(options)
            given.setdefault("agents", self.training_env.num_envs)
            given.setdefault("policy", type(self.model).__name__)
            self.recorder = Recorder(path, **given)

        def _on_step(self):
            if self.recorder.dead:
                return True
            try:
                seen = getattr(self.model, "_last_obs", None)
                dones = np.asarray(self.locals["dones"])
                infos = self.locals["infos"]
                cut = np.asarray([bool(info.get("TimeLimit.truncated", False)) for info in infos])
                final = _copied(self.locals["new_obs"])
                for index, info in enumerate(infos):
                    if "terminal_observation" in info:
                        _put(final, index, info["terminal_observation"])
                squeeze = _only if self.recorder.agents == 1 else (lambda one: one)
                acted = self.locals.get("clipped_actions", self.locals["actions"])
                known = {name: squeeze(self.locals[given])
                         for name, given in (("value", "values"), ("log_prob", "log_probs"))
                         if self.locals.get(given) is not None}
                self.recorder.step(squeeze(seen), squeeze(acted),
                                   squeeze(self.locals["rewards"]), squeeze(dones & ~cut),
                                   squeeze(cut), final_observation=squeeze(final), **known)
            except Exception as fault:
                self.recorder._end(fault)
            return True

        def _on_training_end(self):
            self.recorder.close()

    return HindsightCallback()
