/**
 * Samples an RGBA picture along an affine map into float32 pixels of 4 channels (the fourth is zero): to[y][x] =
 * bilinear(from, (ax * x + bx * y + cx, ay * x + by * y + cy)) * scale + offset per channel. Integer coordinates are
 * pixel centres. Pixels outside the picture are black (`replicate` = 0) or equal to the nearest edge.
 */
export function warp(
  from: usize, w: i32, h: i32, to: usize, outW: i32, outH: i32,
  ax: f32, bx: f32, cx: f32, ay: f32, by: f32, cy: f32,
  scale: f32, red: f32, green: f32, blue: f32, replicate: i32,
): void {
  const factor = f32x4(scale, scale, scale, 0);
  const offset = f32x4(red, green, blue, 0);
  const row: usize = (<usize>w) << 2;
  for (let y = 0; y < outH; y++) {
    for (let x = 0; x < outW; x++) {
      const sx: f32 = ax * <f32>x + bx * <f32>y + cx;
      const sy: f32 = ay * <f32>x + by * <f32>y + cy;
      const left: f32 = floor(sx);
      const top: f32 = floor(sy);
      const x0 = <i32>left;
      const y0 = <i32>top;
      const tx = f32x4.splat(sx - left);
      const ty = f32x4.splat(sy - top);
      let p00: v128, p01: v128, p10: v128, p11: v128;
      if (x0 >= 0 && y0 >= 0 && x0 < w - 1 && y0 < h - 1) {
        const at: usize = from + <usize>y0 * row + ((<usize>x0) << 2);
        const upper = i16x8.extend_low_i8x16_u(v128.load64_zero(at));
        const lower = i16x8.extend_low_i8x16_u(v128.load64_zero(at + row));
        p00 = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(upper));
        p01 = f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(upper));
        p10 = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(lower));
        p11 = f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(lower));
      } else {
        p00 = pixel(from, w, h, x0, y0, replicate);
        p01 = pixel(from, w, h, x0 + 1, y0, replicate);
        p10 = pixel(from, w, h, x0, y0 + 1, replicate);
        p11 = pixel(from, w, h, x0 + 1, y0 + 1, replicate);
      }
      const upper = f32x4.add(p00, f32x4.mul(f32x4.sub(p01, p00), tx));
      const lower = f32x4.add(p10, f32x4.mul(f32x4.sub(p11, p10), tx));
      const value = f32x4.add(upper, f32x4.mul(f32x4.sub(lower, upper), ty));
      v128.store(to, f32x4.add(f32x4.mul(value, factor), offset));
      to += 16;
    }
  }
}

/** One pixel near or beyond the edge. */
function pixel(from: usize, w: i32, h: i32, x: i32, y: i32, replicate: i32): v128 {
  if (!replicate && (x < 0 || y < 0 || x >= w || y >= h)) return f32x4.splat(0);
  x = max(0, min(w - 1, x));
  y = max(0, min(h - 1, y));
  const bytes = v128.load32_zero(from + ((<usize>(y * w + x)) << 2));
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
}
