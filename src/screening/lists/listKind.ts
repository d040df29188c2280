/** What a screening can be narrowed to, and what is neither: `other` reasons to look twice, such as a debarment. */
export type ListKind = 'sanctions' | 'pep' | 'other';

/**
 * Which kind of list a topic of OpenSanctions speaks of (https://www.opensanctions.org/docs/topics/). One that says what
 * somebody does, and nothing against them, gives no reason to alert: `null`. An unknown topic does: `other`.
 */
export function listKind(topic: string): ListKind | null {
  if (/^sanction(\.|$)/.test(topic)) return 'sanctions';
  if (/^role\.(pep|rca)(\.|$)/.test(topic)) return 'pep';
  return neutral.test(topic) ? null : 'other';
}

const neutral =
  /^(fin|gov|pol|rel|corp\.(offshore|public|shell)|role\.(act|civil|diplo|journo|judge|lawyer|lobby|pol))(\.|$)/;
