import type { SessionCase } from '../../contract/case.ts';

export type DocumentKind = SessionCase['document']['types'][number];

export type Side = 'front' | 'back';

/** The sides of each kind of document, in the order in which they are asked for. */
export const sidesOf: Readonly<Record<DocumentKind, readonly Side[]>> = {
  passport: ['front'],
  id_card: ['front', 'back'],
  residence_permit: ['front', 'back'],
  driving_licence: ['front', 'back'],
};

/**
 * Whether a side is expected to have lines that a machine reads: it is then taken by itself as soon as they are read.
 * A card of another country may have them on its front, which is noticed.
 */
export function isReadSide(kind: DocumentKind, side: Side): boolean {
  return kind === 'passport' || (kind !== 'driving_licence' && side === 'back');
}

/** Width to height: a passport's page (ID-3), a card (ID-1). */
export function shapeOf(kind: DocumentKind): number {
  return kind === 'passport' ? 125 / 88 : 85.6 / 54;
}
