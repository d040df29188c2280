/** Expands packed RGB bytes to RGBA with alpha 255. The two ranges must not overlap. */
export function rgbToRgba(from: usize, to: usize, pixels: i32): void {
  for (let i = 0; i < pixels; i++) {
    const rgb = <u32>load<u16>(from) | ((<u32>load<u8>(from, 2)) << 16);
    store<u32>(to, rgb | 0xff000000);
    from += 3;
    to += 4;
  }
}
