import { inviteByCommand } from '../../src/service/desk/controlSocket.ts';
import type { TestService } from './service.ts';
import { type SelfieOptions, verify } from './verification.ts';

/** Somebody at the desk, as a browser without JavaScript: forms, links and a cookie. */
export class Visitor {
  cookie = '';
  /** The fields of a form. */
  token = '';
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  async get(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.url}${path}`, {
      headers: { Cookie: this.cookie, ...headers },
      redirect: 'manual',
    });
    const text = await response.text();
    this.token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? this.token;
    return { status: response.status, text, headers: response.headers };
  }

  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { Cookie: this.cookie, 'Sec-Fetch-Site': 'same-origin', ...headers },
      body: new URLSearchParams({ token: this.token, ...fields }),
      redirect: 'manual',
    });
    const set = response.headers.get('Set-Cookie');
    if (set) this.cookie = set.split(';')[0]!;
    const to = response.headers.get('Location') ?? '';
    return { status: response.status, to, set, text: await response.text() };
  }
}

/** Somebody comes by an invitation and looks at test data. */
export async function come(service: TestService, role = 'reviewer', name = `A ${role}`) {
  const path = await inviteByCommand(service.deps, { name, role });
  return await comeBy(service, path);
}

/** Somebody comes by an invitation that was made before, and looks at test data. */
export async function comeBy(service: TestService, path: string) {
  const visitor = new Visitor(service.url);
  await visitor.get(path);
  const secret = path.split('/').at(-1)!;
  const entered = await visitor.post('/desk/invite', { secret });
  await visitor.get('/desk');
  await visitor.post('/desk/mode', { mode: 'test' });
  await visitor.get('/desk');
  return { visitor, entered, path, secret };
}

/** An administrator replaces an account. @returns the path of the new account's invitation. */
export async function replaceAccount(administrator: Visitor, name: string): Promise<string> {
  const { text } = await administrator.get('/desk/team');
  const row = text.split('<tr').find((one) => one.includes(`>${name}<`))!;
  const [path] = /\/desk\/team\/rev_\w+\/replace/.exec(row)!;
  const { text: page } = await administrator.post(path, {});
  return /\/desk\/invite\/[\w-]+/.exec(page)![0];
}

let day = 0;
/** A case of a new person, in review. */
export async function inReview(
  service: TestService,
  input: object = {},
  details: object = {},
  capture: SelfieOptions = {},
) {
  const verification = await verify(service, input);
  await verification.consent();
  const dateOfBirth = new Date(Date.UTC(1960, 0, ++day)).toISOString().slice(0, 10);
  await verification.details({ familyName: 'IDVTEST_AML_POSSIBLE', dateOfBirth, ...details });
  await verification.selfie(capture);
  return verification;
}

/** Looks at every picture of a claimed case and judges the faces. @returns the page after it. */
export async function judgeAt(
  visitor: Visitor,
  id: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const path = `/desk/cases/${id}`;
  await visitor.post(`${path}/claim`, {});
  const { text } = await visitor.get(path);
  for (const [, src] of text.matchAll(/(?:src|href)="([^"]+\/(?:frames\/\d+|reference))"/g))
    await visitor.get(src!);
  await visitor.post(`${path}/judgement`, { likeness: '2', life: 'alive', ...fields });
  return (await visitor.get(path)).text;
}

/** Judges a case, rules its hits out if they are open, and decides; the decision takes effect. */
export async function decideAt(
  service: TestService,
  visitor: Visitor,
  id: string,
  fields: Record<string, string>,
): Promise<void> {
  const path = `/desk/cases/${id}`;
  const judged = await judgeAt(visitor, id);
  for (const [, hit] of judged.matchAll(/name="hit" value="([^"]+)"/g))
    await visitor.post(`${path}/hits`, { hit: hit!, resolution: 'false_positive', reasonCode: 'other' });
  const { version } = (await service.call('GET', `/cases/${id}`)).body;
  const sent = await visitor.post(`${path}/decision`, { expectedVersion: `${version}`, ...fields });
  if (sent.status !== 303) throw new Error(`Not decided: ${/data-problem>([^<]*)/.exec(sent.text)?.[1]}`);
  service.advance(11_000);
  await service.tick();
}
