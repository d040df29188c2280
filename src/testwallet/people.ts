import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Holder } from './holder.ts';

/** A person whose credentials the test wallet holds. */
export interface Person {
  id: string;
  /** Displayed next to the name. */
  note: string;
  holder: Omit<Holder, 'portrait'>;
  /** The test face on their portrait. */
  face: 0 | 1 | 2;
}

/** Three fictional people. If a credential may be shared, the test face is the first of them. */
export const people: readonly Person[] = [
  {
    id: 'thea',
    note: 'Has the face of the test camera. The address is not in the credential.',
    holder: {
      givenName: 'Thea',
      familyName: 'Lindgren',
      dateOfBirth: '1996-04-17',
      nationality: 'SE',
      address: null,
    },
    face: 0,
  },
  {
    id: 'samuel',
    note: 'Another face than that of the test camera.',
    holder: {
      givenName: 'Samuel',
      familyName: 'Adeyemi',
      dateOfBirth: '1979-11-02',
      nationality: 'IE',
      address: { street: '4 Merrion Row', city: 'Dublin', postalCode: 'D02 XY45', country: 'IE' },
    },
    face: 1,
  },
  {
    id: 'erika',
    note: 'Another face than that of the test camera.',
    holder: {
      givenName: 'Erika',
      familyName: 'Mustermann',
      dateOfBirth: '1951-01-26',
      nationality: 'DE',
      address: { street: 'Heidestraße 17', city: 'Köln', postalCode: '51147', country: 'DE' },
    },
    face: 2,
  },
];

const portraits = new Map<number, Promise<Uint8Array>>();

/** The portrait of a person as JPEG. The first one takes about a second; a worker thread then draws the others. */
export function portraitOf({ face }: Pick<Person, 'face'>): Promise<Uint8Array> {
  const portrait = portraits.get(face) ?? draw(face);
  portraits.set(face, portrait);
  return portrait;
}

interface Drawn {
  face: Person['face'];
  jpeg: Uint8Array;
}

let thread: { worker: Worker; drawing: number } | null = null;

async function draw(face: Person['face']): Promise<Uint8Array> {
  thread ??= { worker: new Worker(new URL('./drawPortraits.ts', import.meta.url)), drawing: 0 };
  const own = thread;
  own.drawing++;
  own.worker.postMessage(face);
  try {
    for await (const [drawn] of on(own.worker, 'message') as AsyncIterable<[Drawn]>)
      if (drawn.face === face) return drawn.jpeg;
    throw new Error('The thread ended before the portrait was drawn');
  } finally {
    own.drawing--;
    if (own.drawing === 0) {
      thread = null;
      await own.worker.terminate();
    }
  }
}
