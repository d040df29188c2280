/**
 * The kind of instructions for enabling the camera in this browser. The name of a browser says little about its
 * features, but it identifies its settings menu. An unknown browser gets generic instructions.
 */
export function browserKind(
  agent: string = navigator.userAgent,
): 'chromium' | 'firefox' | 'safari' | 'other' {
  // Every browser on iOS is based on Safari, with its settings in another place.
  if (/CriOS|FxiOS|EdgiOS/.test(agent)) return 'other';
  if (/Firefox\//.test(agent)) return 'firefox';
  if (/Chrom(e|ium)\//.test(agent)) return 'chromium';
  return /Safari\//.test(agent) ? 'safari' : 'other';
}
