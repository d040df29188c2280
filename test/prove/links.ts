import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { newCase } from '../support/verification.ts';
import { cluster } from './support/cluster.ts';
import type { Lab } from './support/Lab.ts';
import type { Findings } from './support/Proof.ts';

/** Programs that open links before people do. */
const SCANNERS = [
  'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.1) SafeLinks',
  'BarracudaCentral/1.0',
  'Mozilla/5.0 (compatible; Googlebot/2.1)',
  'facebookexternalhit/1.1',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.24.20.89 A',
  'Slackbot-LinkExpanding 1.0',
];
const VISITS = 100;
/** Milliseconds that the medians of two kinds of links may be apart. */
const MAX_APART = 5;

/** The response to an attempt, without the parts that differ between requests. */
interface Answer {
  text: string;
  ms: number;
}

type Ask = (secret: string) => Promise<Answer>;

/**
 * A link is fetched by scanners, some of which send its fragment along, and opens for the person after that. Links that
 * are good, unknown, expired, taken back or canceled give the same bytes when they are fetched; those that are not good
 * do so when they are redeemed. Neither takes longer for one kind than for another, and no secret is logged.
 */
export default async function prove(lab: Lab): Promise<Findings> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const node = await start({ LOG_LEVEL: 'info' });
  const send = async (method: string, path: string, json?: object) => {
    const headers = { Authorization: `Bearer ${keys.test}`, 'Content-Type': 'application/json' };
    const body = json && JSON.stringify(json);
    const reply = await fetch(`${node.url}/v1${path}`, { method, headers, ...(body && { body }) });
    return reply.status === 204 ? {} : await reply.json();
  };
  const secrets = await linksOfEachKind(send);
  const visit: Ask = (secret) => fetchRaw(node.url, secret, SCANNERS[0]!);
  const redeem: Ask = (secret) => redeemOn(node.url, secret);
  const visited = new Set<string>();
  for (let count = 0; count < VISITS; count++) {
    const { text } = await fetchRaw(node.url, secrets['good']!, SCANNERS[count % SCANNERS.length]!);
    visited.add(text);
  }
  const fetched = await compare(visit, secrets, lab.size(500, 40));
  const { good, ...bad } = secrets;
  const redeemed = await compare(redeem, bad, lab.size(500, 40));
  const opens = (await redeem(good!)).text.startsWith('200');
  const log = readFileSync(node.log, 'utf8');
  const logged = Object.keys(secrets).filter((kind) => log.includes(secrets[kind]!));
  const isLogged = log.includes('"route":"/verify/"') || log.includes('"status":404');
  const isOne = [fetched, redeemed].every(({ answers }) => answers === 1);
  const isAlike = [fetched, redeemed].every(({ apartMs }) => apartMs <= lab.limit(MAX_APART));
  const ok = visited.size === 1 && opens && isOne && isAlike && logged.length === 0 && isLogged;
  return { ok, visits: VISITS, opens, kinds: Object.keys(secrets).length, fetched, redeemed, logged };
}

type Send = (method: string, path: string, json?: object) => Promise<Record<string, unknown>>;

/** One secret of each kind. */
async function linksOfEachKind(send: Send): Promise<Record<string, string>> {
  const make = async (more: object = {}) => {
    const made = await send('POST', '/cases', { ...newCase, link: true, ...more });
    const { id, link } = made as { id: string; link: { url: string } };
    return { id, secret: new URL(link.url).hash.slice(1) };
  };
  const [good, replaced, deleted, canceled, expired] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
  ];
  await send('POST', `/cases/${replaced.id}/link`);
  await send('DELETE', `/cases/${deleted.id}/link`);
  await send('POST', `/cases/${canceled.id}/cancel`);
  await send('POST', `/test/cases/${expired.id}/simulate`, { to: 'expired' });
  return {
    good: good.secret,
    replaced: replaced.secret,
    deleted: deleted.secret,
    canceled: canceled.secret,
    expired: expired.secret,
    unknown: 'x'.repeat(good.secret.length),
  };
}

/** Asks about each in turn, so that other load affects all alike. @returns how many answers there were, and how far their medians are apart. */
async function compare(ask: Ask, secrets: Record<string, string>, rounds: number) {
  const kinds = Object.keys(secrets);
  const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]]));
  const answers = new Set<string>();
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(turn + round) % kinds.length]!;
      const { text, ms } = await ask(secrets[kind]!);
      answers.add(text);
      times[kind]!.push(ms);
    }
  const medians = Object.values(times).map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!);
  const apartMs = Math.round((Math.max(...medians) - Math.min(...medians)) * 100) / 100;
  return { answers: answers.size, rounds, apartMs };
}

/** As a program does that does not know that a fragment is not for servers. */
function fetchRaw(url: string, secret: string, agent: string): Promise<Answer> {
  const { hostname, port, host } = new URL(url);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ text: plain(text), ms: performance.now() - began }));
    // Not its end, at which the service would hang up.
    socket.write(
      `GET /verify/#${secret} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nConnection: close\r\n\r\n`,
    );
  });
}

async function redeemOn(url: string, secret: string): Promise<Answer> {
  const began = performance.now();
  const response = await fetch(`${url}/v1/links/redeem`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  const body = await response.text();
  const ms = performance.now() - began;
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n');
  return { text: plain(`${response.status} ${headers}\r\n${body}`), ms };
}

/** Without the date and the number of the request. */
function plain(text: string): string {
  return text.replaceAll(/^date: .*$/gim, 'date').replaceAll(/req_\w+/g, 'request');
}
