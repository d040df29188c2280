/** An invitation to the review desk: a link that is valid once within 15 minutes, or the reason why there is none. */
export interface Invitation {
  url: string | null;
  problem: string;
}

export type Invite = () => Promise<Invitation>;

/** Asks the program that started this one, `npm start`; `null` if it takes no questions. One at a time. */
export function inviteByStarter(): Invite | null {
  if (!process.send) return null;
  let last: Promise<unknown> = Promise.resolve();
  const ask = () =>
    new Promise<Invitation>((resolve) => {
      process.once('message', (answer) => resolve(answer as Invitation));
      process.send!('desk');
    });
  return () => {
    const next = last.then(ask);
    last = next;
    return next;
  };
}
