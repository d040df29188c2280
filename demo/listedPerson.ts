import type { IdvClient } from 'idv-verify/server';
import type { ListedPerson } from './choice.ts';

/** On the lists of the European Union, the United Kingdom and the United States. */
const REAL: ListedPerson = {
  givenName: 'Vladimir',
  familyName: 'Putin',
  dateOfBirth: '1952-10-07',
  nationalities: ['RU'],
};
/** On the fictional list, which the service has in test mode where no other is loaded. */
const FICTIONAL: ListedPerson = {
  givenName: 'Fyodor',
  familyName: 'Vymyshlennikov',
  dateOfBirth: '1958-11-12',
  nationalities: ['RU'],
};

const POLL_MS = 300;

/**
 * A person whom the loaded lists name: the service is asked, since what it has loaded may change.
 * @throws {Error} if they name neither.
 */
export async function listedPerson({ aml }: IdvClient): Promise<ListedPerson> {
  for (const person of [REAL, FICTIONAL]) {
    let screening = await aml.screen({ person });
    while (screening.status === 'processing') {
      await new Promise((next) => setTimeout(next, POLL_MS));
      screening = await aml.retrieve(screening.id);
    }
    if (screening.status === 'possible_match') return person;
  }
  throw new Error(
    `The loaded lists name neither ${REAL.familyName} nor ${FICTIONAL.familyName}: this scenario needs the lists of the European Union, the United Kingdom or the United States (npm run aml -- update), or none.`,
  );
}
