/**
 * The kind of instructions for enabling the camera in this browser. The name of a browser says little about its
 * features, but it identifies its settings menu. An unknown browser gets generic instructions.
 */
export function browserKind(
  agent: string = navigator.userAgent,
): 'chromium' | 'firefox' | 'safari' | 'other' {
  // Every browser of an iPhone is Safari underneath, with settings of its own elsewhere.
  if (/CriOS|FxiOS|EdgiOS/.test(agent)) return 'other';
  if (/Firefox\//.test(agent)) return 'firefox';
  if (/Chrom(e|ium)\//.test(agent)) return 'chromium';
  return /Safari\//.test(agent) ? 'safari' : 'other';
}
