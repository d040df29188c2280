/** Copies h x w pixels into the middle of outH x outW pixels; the border is zero. */
export function pad(from: usize, to: usize, h: i32, w: i32, c: i32, top: i32, left: i32, outH: i32, outW: i32): void {
  const pixel: usize = (<usize>c) << 2;
  const row: usize = <usize>w * pixel;
  const outRow: usize = <usize>outW * pixel;
  const before: usize = <usize>left * pixel;
  const after: usize = outRow - before - row;
  memory.fill(to, 0, <usize>top * outRow);
  to += <usize>top * outRow;
  for (let y = 0; y < h; y++) {
    memory.fill(to, 0, before);
    memory.copy(to + before, from, row);
    memory.fill(to + before + row, 0, after);
    from += row;
    to += outRow;
  }
  memory.fill(to, 0, <usize>(outH - top - h) * outRow);
}
