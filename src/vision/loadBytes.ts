import { VisionError } from './VisionError.ts';

/**
 * Fetches a file of the eye. The names carry hashes or belong to one version: the browser may keep them.
 * @throws VisionError `load_failed`.
 */
export async function loadBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    if (!response.ok) throw new Error(`Status ${response.status}.`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new VisionError('load_failed', 'A file of the eye could not be fetched.', { cause });
  }
}
