'use strict';
(async () => {
  const byId = id => document.getElementById(id);

  /** The bytes of a block: base64 of zlib. */
  async function block(id) {
    const text = byId(id).textContent.trim();
    if (!text) return new Uint8Array(0);
    const packed = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  const page = JSON.parse(new TextDecoder().decode(await block('data')));
  const weights = await block('weights');
  if (page.format !== 'hindsight-page' || page.version !== 1) throw new Error('not a page of this version');
  const frames = page.ticks.length;
  const agents = page.agents.length;
  const frameOf = new Map(page.ticks.map((tick, frame) => [tick, frame]));

  /** Grids are differences of the one before. */
  const grids = [];
  for (const coded of page.grids) {
    const before = grids.at(-1);
    const grid = before && before.length === coded[0] ? before.slice() : new Uint32Array(coded[0]);
    for (let i = 1, cell = 0; i < coded.length; i += 2) {
      cell += coded[i];
      grid[cell] = page.colours[coded[i + 1]] >>> 0;
    }
    grids.push(grid);
  }

  const state = {frame: 0, agent: page.selected, playing: false, dark: true, zoom: 1, x: 0, y: 0, head: 0};
  const scene = byId('scene');
  const timeline = byId('timeline');
  const columns = (name, width) => page.numbers[name] ? page.numbers[name][state.frame].slice(state.agent * width, (state.agent + 1) * width) : [];
  const width = name => page.numbers[name] && agents ? page.numbers[name][0].length / agents : 0;

  function hex(rgb, opacity = 1) {
    return `rgba(${rgb >> 16 & 255},${rgb >> 8 & 255},${rgb & 255},${opacity})`;
  }
  const palette = () => page.tones[state.dark ? 'dark' : 'light'];
  const tone = (number, opacity) => hex(palette()[number + 1], opacity);
  const names = ['ROAD_SURFACE', 'ROAD_LANE', 'ROAD_LINE', 'ROAD_EDGE', 'ROAD_OTHER', 'AGENT', 'EXPERT', 'STATIC', 'COLLIDED', 'OFFROAD', 'CONFLICT', 'LOSS', 'ATTENTION', 'LIMBO', 'GOAL', 'TRAIL', 'SELECTED'];
  const named = (name, opacity) => tone(Math.max(0, names.indexOf(name)), opacity);

  function sized(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
    const g = canvas.getContext('2d');
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    return [g, box.width, box.height];
  }

  // ---- the scene

  let places = [];

  function paintScene() {
    const [g, w, h] = sized(scene);
    g.fillStyle = hex(palette()[0]);
    g.fillRect(0, 0, w, h);
    const [left, bottom, right, top] = page.bounds;
    const wide = (right - left) / page.step, high = (top - bottom) / page.step;
    const scale = 0.94 * Math.min(w / wide, h / high) * state.zoom;
    const px = x => w / 2 + (x - wide / 2) * scale + state.x;
    const py = y => h / 2 - (y - high / 2) * scale + state.y;
    const view = {g, px, py, scale};
    places = [];
    for (const mark of page.backdrop) paint(view, page.pool[mark]);
    for (const mark of page.frames[state.frame]) paint(view, page.pool[mark]);
    if (state.agent === page.selected) for (const mark of page.links[state.frame]) paint(view, page.pool[mark]);
    const own = places.find(place => place.agent === state.agent);
    if (own) {
      g.strokeStyle = named('SELECTED');
      g.lineWidth = 2.6;
      g.setLineDash([]);
      g.beginPath();
      g.arc(own.x, own.y, own.radius + 5, 0, 7);
      g.stroke();
    }
  }

  function path(view, mark, from) {
    const {g, px, py} = view;
    g.beginPath();
    for (let i = from, x = 0, y = 0; i + 1 < mark.length; i += 2) {
      x += mark[i];
      y += mark[i + 1];
      if (i === from) g.moveTo(px(x), py(y)); else g.lineTo(px(x), py(y));
    }
  }

  function filled(g, fill, colour, faint) {
    if (fill === 1) {
      g.strokeStyle = colour;
      g.lineWidth = 1.5;
      g.setLineDash([]);
      g.stroke();
    } else {
      g.fillStyle = fill === 0 ? colour : faint;
      g.fill();
    }
  }

  function paint(view, mark) {
    const {g, px, py, scale} = view;
    const colour = tone(mark[1]), faint = tone(mark[1], 0.07), agent = mark[2];
    switch (mark[0]) {
      case 0: {
        const line = Math.max(mark[3] * scale, mark[4], 0.5);
        path(view, mark, 7);
        g.strokeStyle = tone(mark[1], mark[6]);
        g.lineWidth = line;
        g.setLineDash(mark[5] ? [1.5 + 1.5 * line, 1 + 1.4 * line] : []);
        g.stroke();
        break;
      }
      case 1:
        path(view, mark, 4);
        g.closePath();
        filled(g, mark[3], colour, faint);
        break;
      case 2: {
        const x = px(mark[5]), y = py(mark[6]), heading = mark[7] / 1000;
        const long = Math.max(mark[8] * scale, 9), broad = Math.max(mark[9] * scale, 5);
        if (agent >= 0) places.push({agent, x, y, radius: Math.max(long, broad) / 2});
        g.save();
        g.translate(x, y);
        g.rotate(-heading);
        g.beginPath();
        if (mark[4] === 1) {
          g.moveTo(long / 2, 0);
          g.lineTo(-long / 2, broad / 2 + 3);
          g.lineTo(-long / 4, 0);
          g.lineTo(-long / 2, -broad / 2 - 3);
          g.closePath();
        } else {
          g.rect(-long / 2, -broad / 2, long, broad);
        }
        filled(g, mark[3], colour, faint);
        if (mark[4] === 0 && mark[3] === 0) {
          g.fillStyle = hex(palette()[0], 0.7);
          g.fillRect(long / 6, -broad / 2 + 1, long / 8, broad - 2);
        }
        g.restore();
        break;
      }
      case 3: {
        const x = px(mark[4]), y = py(mark[5]), radius = Math.max(mark[6] * scale, mark[7]);
        if (agent >= 0) places.push({agent, x, y, radius});
        g.beginPath();
        g.arc(x, y, radius, 0, 7);
        filled(g, mark[3], colour, faint);
        break;
      }
      case 4: {
        const grid = grids[mark[7]], across = mark[6], down = grid.length / across;
        const image = g.createImageData(across, down);
        for (let cell = 0; cell < grid.length; cell++) {
          const at = 4 * ((down - 1 - Math.floor(cell / across)) * across + cell % across);
          image.data[at] = grid[cell] >> 16 & 255;
          image.data[at + 1] = grid[cell] >> 8 & 255;
          image.data[at + 2] = grid[cell] & 255;
          image.data[at + 3] = grid[cell] >>> 24;
        }
        const small = new OffscreenCanvas(across, down);
        small.getContext('2d').putImageData(image, 0, 0);
        g.imageSmoothingEnabled = false;
        g.drawImage(small, px(mark[3]), py(mark[4] + down * mark[5]), across * mark[5] * scale, down * mark[5] * scale);
        break;
      }
      case 5:
        words(g, [mark[7]], px(mark[3]), py(mark[4]) - mark[5] * scale - 7, mark[6], colour, 'center');
        break;
      case 6:
        words(g, mark[6].split('\n'), px(mark[3]) + 10, py(mark[4]) - 8, mark[5], colour, 'left');
        break;
      case 8:
        g.strokeStyle = tone(mark[1], 0.3 + 0.7 * mark[7]);
        g.lineWidth = 1 + 3 * mark[7];
        g.setLineDash([]);
        g.beginPath();
        g.moveTo(px(mark[3]), py(mark[4]));
        g.lineTo(px(mark[5]), py(mark[6]));
        g.stroke();
        break;
    }
  }

  function words(g, lines, x, y, size, colour, align) {
    g.font = `${size}px system-ui, sans-serif`;
    g.textAlign = align;
    lines.forEach((line, i) => {
      g.strokeStyle = hex(palette()[0], 0.8);
      g.lineWidth = 3;
      g.setLineDash([]);
      g.strokeText(line, x, y + i * size * 1.2);
      g.fillStyle = colour;
      g.fillText(line, x, y + i * size * 1.2);
    });
  }

  // ---- the timeline

  const reward = () => page.numbers.reward;

  function paintTimeline() {
    const [g, w, h] = sized(timeline);
    const x = frame => (frame + 0.5) * w / frames;
    for (const trial of page.trials) {
      const shown = page.ticks.map((tick, frame) => [tick, frame]).filter(([tick]) => tick >= trial.start && tick < trial.end);
      if (!shown.length) continue;
      const from = x(shown[0][1] - 0.5), to = x(shown.at(-1)[1] + 0.5);
      g.fillStyle = named('STATIC', (trial.number + (oneTrial ? trial.episode : 0)) % 2 ? 0.2 : 0.1);
      g.fillRect(from, 0, to - from, h);
      g.fillStyle = named('STATIC');
      g.font = '11px system-ui, sans-serif';
      if (to - from > 44) g.fillText(trialWords(trial, false), from + 4, 12);
    }
    if (reward() && state.agent >= 0) {
      const row = reward().map(each => each[state.agent] ?? 0);
      const low = Math.min(0, ...row), high = Math.max(0, ...row, low + 1e-9);
      g.strokeStyle = named('AGENT');
      g.lineWidth = 1.2;
      g.beginPath();
      row.forEach((value, frame) => {
        const y = h - 18 - (h - 40) * (value - low) / (high - low);
        if (frame) g.lineTo(x(frame), y); else g.moveTo(x(frame), y);
      });
      g.stroke();
    }
    for (const event of page.events) {
      if (event.agent !== state.agent) continue;
      g.fillStyle = named(event.colour);
      g.fillRect(x(frameOf.get(event.tick)) - 1.5, h - 14, 3, 12);
    }
    for (const mark of page.bookmarks) {
      const frame = frameOf.get(mark.tick);
      if (frame === undefined) continue;
      g.fillStyle = hex(mark.colour);
      g.beginPath();
      g.moveTo(x(frame) - 5, 14);
      g.lineTo(x(frame) + 5, 14);
      g.lineTo(x(frame), 24);
      g.fill();
    }
    g.fillStyle = named('SELECTED');
    g.fillRect(x(state.frame) - 1, 0, 2, h);
    timeline.setAttribute('aria-valuemin', '0');
    timeline.setAttribute('aria-valuemax', String(page.ticks.at(-1)));
    timeline.setAttribute('aria-valuenow', String(page.ticks[state.frame]));
  }

  // ---- the attention

  function paintAttention() {
    const attention = page.attention;
    byId('attentionBox').hidden = !attention || attention.agent !== state.agent;
    if (byId('attentionBox').hidden) return;
    const canvas = byId('attention');
    canvas.width = attention.slots;
    canvas.height = frames;
    const g = canvas.getContext('2d');
    const image = g.createImageData(attention.slots, frames);
    for (let frame = 0; frame < frames; frame++) {
      for (let slot = 0; slot < attention.slots; slot++) {
        const byte = weights[(state.head * frames + frame) * attention.slots + slot];
        const at = 4 * (frame * attention.slots + slot);
        const now = frame === state.frame;
        image.data[at] = Math.max(byte, now ? 70 : 0);
        image.data[at + 1] = Math.max(byte * 0.53, now ? 70 : 0);
        image.data[at + 2] = Math.max(byte * 0.88, now ? 30 : 0);
        image.data[at + 3] = 255;
      }
    }
    g.putImageData(image, 0, 0);
    let best = 0;
    for (let slot = 1; slot < attention.slots; slot++) if (weight(slot) > weight(best)) best = slot;
    byId('attentionWords').textContent = `most on tick ${attention.since[state.frame] + best}: ${weight(best).toFixed(3)}`;
  }

  function weight(slot) {
    const byte = weights[(state.head * frames + state.frame) * page.attention.slots + slot];
    return (byte / 255) ** 2;
  }

  // ---- the numbers

  const shownNumber = value => value === null || value === undefined ? 'none' : String(value);

  const trialCount = Math.max(0, ...page.trials.map(each => each.number)) + 1;
  const oneTrial = trialCount === 1;
  const episodes = Math.max(0, ...page.trials.map(each => each.episode)) + 1;

  /// Where in the recording a trial is: its episode if there are several, its number if an episode has several.
  function trialWords(trial, whole) {
    const words = [];
    if (episodes > 1) words.push(`episode ${trial.episode + 1}`);
    if (!oneTrial || episodes === 1) words.push(`trial ${trial.number + 1}${whole ? ` of ${trialCount}` : ''}`);
    return words.join(', ');
  }

  function trialAt(tick) {
    return page.trials.find(trial => tick >= trial.start && tick < trial.end);
  }

  function paintNumbers() {
    const tick = page.ticks[state.frame], trial = trialAt(tick);
    byId('tick').textContent = String(tick);
    byId('trial').textContent = trial ? `${trial.number + 1}:${tick - trial.start}` : 'none';
    byId('time').textContent = page.tickSeconds ? `${Math.round(tick * page.tickSeconds * 1e6) / 1e6} s` : 'not told';
    for (const name of ['action', 'reward', 'value', 'pose']) {
      const row = state.agent >= 0 ? columns(name, width(name)) : [];
      byId(name).textContent = !row.length ? 'none' : name === 'action' ? namedAction(row) : row.map(shownNumber).join(' ');
    }
    let sum = 0, complete = Boolean(reward()) && state.agent >= 0 && Boolean(trial);
    if (complete) {
      for (let t = trial.start; t <= tick; t++) {
        const frame = frameOf.get(t);
        if (frame === undefined) { complete = false; break; }
        sum += reward()[frame][state.agent] ?? 0;
      }
    }
    byId('return').textContent = complete ? String(Math.round(sum * 1e6) / 1e6) : 'not in this page';
    const here = page.events.filter(event => event.tick === tick);
    list('events', here.map(event => item(event.words)), 'No event.');
    byId('caption').textContent = `tick ${tick}` + (trial ? `, ${trialWords(trial, true)}` : '');
    const shown = trial ? trial.start : -1;
    [...byId('scores').tBodies[0].rows].forEach((row, i) => row.classList.toggle('now', page.scores[i].start === shown));
  }

  /// The name of a discrete action beside its number.
  function namedAction(row) {
    const name = row.length === 1 ? page.actions[row[0]] : undefined;
    return name === undefined ? row.map(shownNumber).join(' ') : `${shownNumber(row[0])} (${name})`;
  }

  /// A list, or in muted words that it is empty.
  function list(id, items, empty) {
    const nothing = item(empty);
    nothing.className = 'none';
    byId(id).replaceChildren(...(items.length ? items : [nothing]));
  }

  function item(text) {
    const li = document.createElement('li');
    li.textContent = text;
    return li;
  }

  function fillScores() {
    const rows = page.scores.map(score => {
      const row = document.createElement('tr');
      const own = score.agents.find(each => each.agent === state.agent);
      const cells = [
        page.scores.at(-1).episode > 0 ? `${score.episode + 1}:${score.trial + 1}` : `${score.trial + 1}`,
        score.score === null ? 'none' : String(Math.round(score.score * 1000) / 1000),
        own && own.earned !== null ? String(Math.round(own.earned * 1000) / 1000) : 'none',
        own && own.goals !== null ? String(own.goals) : 'none',
      ];
      for (const text of cells) {
        const cell = document.createElement('td');
        cell.textContent = text;
        row.append(cell);
      }
      row.addEventListener('click', () => seekTick(score.start));
      return row;
    });
    byId('scores').tBodies[0].replaceChildren(...rows);
  }

  // ---- commands

  function show() {
    paintScene();
    paintTimeline();
    paintAttention();
    paintNumbers();
  }

  function seek(frame) {
    state.frame = Math.min(frames - 1, Math.max(0, frame));
    show();
  }

  function seekTick(tick) {
    let frame = page.ticks.findIndex(each => each >= tick);
    seek(frame < 0 ? frames - 1 : frame);
  }

  function select(agent) {
    state.agent = agent;
    byId('agent').value = String(agent);
    fillScores();
    show();
  }

  function next(ticks) {
    const tick = page.ticks[state.frame];
    const after = ticks.filter(each => each > tick).sort((a, b) => a - b)[0];
    const first = ticks.slice().sort((a, b) => a - b)[0];
    if (first !== undefined) seekTick(after === undefined ? first : after);
  }

  let last = 0, owed = 0;
  function animate(now) {
    if (!state.playing) return;
    owed += last ? (now - last) / 1000 * Number(byId('speed').value) / (page.tickSeconds || 0.1) : 0;
    last = now;
    const steps = Math.floor(owed);
    owed -= steps;
    if (steps) seek(state.frame + steps);
    if (state.frame === frames - 1) play(false);
    requestAnimationFrame(animate);
  }

  function play(on) {
    if (on && state.frame === frames - 1) seek(0);
    state.playing = on;
    byId('play').textContent = on ? 'Pause' : 'Play';
    last = 0;
    owed = 0;
    if (on) requestAnimationFrame(animate);
  }

  function fit() {
    Object.assign(state, {zoom: 1, x: 0, y: 0});
    show();
  }

  function light() {
    state.dark = !state.dark;
    document.documentElement.className = state.dark ? 'dark' : 'light';
    show();
  }

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === 'SELECT') return;
    const starts = page.trials.map(trial => trial.start);
    const actions = {
      ' ': () => play(!state.playing),
      ArrowRight: () => seek(state.frame + (event.shiftKey ? 10 : 1)),
      ArrowLeft: () => seek(state.frame - (event.shiftKey ? 10 : 1)),
      Home: () => seek(0),
      End: () => seek(frames - 1),
      ']': () => next(starts),
      '[': () => seekTick(starts.filter(start => start < page.ticks[state.frame]).at(-1) ?? 0),
      e: () => next(page.events.filter(each => each.agent === state.agent).map(each => each.tick)),
      b: () => next(page.bookmarks.map(each => each.tick)),
      a: () => agents && select((state.agent + 1) % agents),
      f: fit,
      l: light,
      '+': () => { state.zoom *= 1.25; show(); },
      '-': () => { state.zoom /= 1.25; show(); },
    };
    const action = actions[event.key] || actions[event.key.toLowerCase()];
    if (action) {
      event.preventDefault();
      action();
    }
  });

  function drag(canvas, move) {
    canvas.addEventListener('pointerdown', event => {
      canvas.setPointerCapture(event.pointerId);
      move(event, true);
    });
    canvas.addEventListener('pointermove', event => { if (event.buttons) move(event, false); });
  }
  drag(timeline, event => {
    const box = timeline.getBoundingClientRect();
    seek(Math.floor((event.clientX - box.left) / box.width * frames));
  });
  drag(scene, (event, first) => {
    const box = scene.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top;
    if (first) {
      const near = places.map(place => [Math.hypot(place.x - x, place.y - y) - place.radius, place.agent]).sort((a, b) => a[0] - b[0])[0];
      if (near && near[0] < 8) select(near[1]);
    } else {
      state.x += event.movementX;
      state.y += event.movementY;
      show();
    }
  });
  scene.addEventListener('wheel', event => {
    event.preventDefault();
    const box = scene.getBoundingClientRect();
    const by = Math.exp(-event.deltaY / 500);
    const x = event.clientX - box.left - box.width / 2, y = event.clientY - box.top - box.height / 2;
    state.x = x - (x - state.x) * by;
    state.y = y - (y - state.y) * by;
    state.zoom *= by;
    show();
  }, {passive: false});

  byId('play').addEventListener('click', () => play(!state.playing));
  byId('back').addEventListener('click', () => seek(state.frame - 1));
  byId('forward').addEventListener('click', () => seek(state.frame + 1));
  byId('fit').addEventListener('click', fit);
  byId('light').addEventListener('click', light);
  byId('agent').addEventListener('change', event => select(Number(event.target.value)));
  byId('head').addEventListener('change', event => { state.head = Number(event.target.value); show(); });
  window.addEventListener('resize', show);

  // ---- begin

  byId('about').textContent = `${page.environment}, ${page.policy || 'no policy'}, ${frames} of ${page.recorded} ticks, ${agents} ${agents === 1 ? 'agent' : 'agents'}, made by ${page.producer}`;
  byId('agent').replaceChildren(...page.agents.map((name, agent) => {
    const option = document.createElement('option');
    option.value = String(agent);
    option.textContent = name;
    return option;
  }));
  list('bookmarks', page.bookmarks.map(mark => {
    const li = item(`${mark.name} (tick ${mark.tick})${mark.note ? `: ${mark.note}` : ''}`);
    li.addEventListener('click', () => {
      if (mark.agent >= 0) state.agent = mark.agent;
      seekTick(mark.tick);
      select(state.agent);
    });
    return li;
  }), 'No bookmark.');
  if (page.attention) {
    byId('attentionAgent').textContent = page.agents[page.attention.agent];
    const heads = [];
    for (let layer = 0; layer < page.attention.layers; layer++) {
      for (let head = 0; head < page.attention.heads; head++) {
        const option = document.createElement('option');
        option.value = String(layer * page.attention.heads + head);
        option.textContent = `layer ${layer}, ${page.attention.averaged ? 'mean of heads' : `head ${head}`}`;
        heads.push(option);
      }
    }
    byId('head').replaceChildren(...heads);
  }
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has('agent')) state.agent = Math.min(agents - 1, Math.max(0, Number(asked.get('agent')) || 0));
  byId('agent').value = String(state.agent);
  fillScores();
  seekTick(Number(asked.get('tick')) || page.ticks[0]);
  document.documentElement.dataset.ready = 'true';
})().catch(error => {
  document.getElementById('about').textContent = `This page cannot be shown: ${error.message}`;
});
