import { VisionError, type VisionErrorCode } from '../../../vision/VisionError.ts';
import type { NoticeCode } from '../../events.ts';

const BY_HAND = 'There is no guidance: the person presses the button.';

const CODES: Record<VisionErrorCode, NoticeCode> = {
  load_failed: 'weights_missing',
  simd_missing: 'wasm_refused',
  model_unreadable: 'guidance_failed',
  worker_failed: 'guidance_failed',
};

const REMEDIES: Partial<Record<NoticeCode, string>> = {
  weights_missing: 'Serve the folder dist/cdn of the package from your site and name it with asset-base.',
  wasm_refused: "Allow script-src 'wasm-unsafe-eval'; or this browser knows no WebAssembly with SIMD.",
};

/** Why there is no guidance, for the people who build the page. */
export function guidanceNotice(error: unknown): { code: NoticeCode; detail: string } {
  const code = error instanceof VisionError ? CODES[error.code] : 'guidance_failed';
  const message = error instanceof Error ? error.message : 'The guidance failed.';
  return { code, detail: [message, REMEDIES[code], BY_HAND].filter(Boolean).join(' ') };
}
