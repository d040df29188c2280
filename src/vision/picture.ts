/** A decoded picture: rows from the top, 3 (RGB) or 4 (RGBA, alpha ignored) bytes per pixel, sRGB. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
  channels: 3 | 4;
}
