import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** Modules of the quiet zone on each side (ISO/IEC 18004, section 6.3.8). */
const QUIET = 4;
/** Default size in pixels. */
const SIDE = 240;

/** Draws a URL as a QR code, dark on white on every background. @returns an SVG. */
export function linkQr(url: string): string {
  const code = generate(url);
  return toSvgSource(code, {
    on: '#000000',
    off: '#ffffff',
    padX: QUIET,
    padY: QUIET,
    width: SIDE,
    height: SIDE,
  });
}
