// Connected pixels, also over corners, from their runs in each row: a run belongs to the blob of the runs that it touches in the
// row above. Of each blob six sums are kept, in numbers of 64 bits that are exact: 1, x, y, x², xy, y².

const SUMS: usize = 48;
/** Smaller ones are dust. */
const LEAST: f64 = 12;

let sums: usize;
/** For each blob the one that it was joined to, or itself. The first one of all is the one whose pixel came first. */
let parents: usize;
let count: i32;
/** Runs of the row above and of this one: start, end, blob. */
let above: usize;
let aboveCount: i32;
/** The first run above that may touch what comes. */
let first: i32;
let row: usize;
let rowCount: i32;

/** Two pixels beside each other never begin two blobs. */
function mostBlobs(width: i32, height: i32): usize {
  return <usize>(((width + 1) >> 1) * ((height + 1) >> 1));
}

function runBytes(width: i32): usize {
  return <usize>(((width >> 1) + 1) * 12 + 15) & ~15;
}

/** Bytes that the blobs of a picture need. */
export function blobBytes(width: i32, height: i32): usize {
  return mostBlobs(width, height) * (SUMS + 4) + 2 * runBytes(width);
}

export function startBlobs(at: usize, width: i32, height: i32): void {
  sums = at;
  parents = sums + mostBlobs(width, height) * SUMS;
  above = (parents + mostBlobs(width, height) * 4 + 15) & ~15;
  row = above + runBytes(width);
  count = aboveCount = rowCount = 0;
}

export function nextRow(): void {
  const free = above;
  above = row;
  aboveCount = rowCount;
  row = free;
  rowCount = first = 0;
}

/** Adds the pixels from `start` to before `end` of a row; runs of a row come from the left. */
export function addRun(start: i32, end: i32, y: i32): void {
  let blob = -1;
  while (first < aboveCount && load<i32>(above + <usize>(first * 12), 4) < start) first++;
  for (let i = first; i < aboveCount; i++) {
    const run = above + <usize>(i * 12);
    if (load<i32>(run) > end) break;
    const other = rootOf(load<i32>(run, 8));
    blob = blob < 0 || blob === other ? other : join(blob, other);
  }
  if (blob < 0) {
    blob = count;
    count++;
    store<i32>(parents + (<usize>blob << 2), blob);
    memory.fill(sums + <usize>blob * SUMS, 0, SUMS);
  }
  const run = row + <usize>(rowCount * 12);
  rowCount++;
  store<i32>(run, start);
  store<i32>(run, end, 4);
  store<i32>(run, blob, 8);
  const pixels = <f64>(end - start);
  const xs = (pixels * <f64>(start + end - 1)) / 2;
  const at = sums + <usize>blob * SUMS;
  const line = <f64>y;
  add(at, pixels);
  add(at + 8, xs);
  add(at + 16, pixels * line);
  add(at + 24, squaresBelow(<f64>end) - squaresBelow(<f64>start));
  add(at + 32, xs * line);
  add(at + 40, pixels * line * line);
}

/** Moves the sums of the blobs together that are large enough, in the order of their first pixels. @returns how many they are. */
export function keepLarge(): i32 {
  let kept = 0;
  for (let blob = 0; blob < count; blob++) {
    const at = sums + <usize>blob * SUMS;
    if (load<i32>(parents + (<usize>blob << 2)) !== blob || load<f64>(at) < LEAST) continue;
    memory.copy(sums + <usize>kept * SUMS, at, SUMS);
    kept++;
  }
  return kept;
}

function rootOf(blob: i32): i32 {
  let parent = load<i32>(parents + (<usize>blob << 2));
  while (parent !== blob) {
    const next = load<i32>(parents + (<usize>parent << 2));
    store<i32>(parents + (<usize>blob << 2), next);
    blob = parent;
    parent = next;
  }
  return blob;
}

function join(one: i32, other: i32): i32 {
  const root = min(one, other);
  const joined = max(one, other);
  store<i32>(parents + (<usize>joined << 2), root);
  for (let i: usize = 0; i < SUMS; i += 8)
    add(sums + <usize>root * SUMS + i, load<f64>(sums + <usize>joined * SUMS + i));
  return root;
}

// @ts-ignore: decorator
@inline
function add(at: usize, value: f64): void {
  store<f64>(at, load<f64>(at) + value);
}

/** 0² + 1² + … up to before a number. */
// @ts-ignore: decorator
@inline
function squaresBelow(end: f64): f64 {
  return ((end - 1) * end * (2 * end - 1)) / 6;
}
