import { setTimeout as pause } from 'node:timers/promises';
import { newCase } from '../../support/verification.ts';
import { cluster } from '../support/cluster.ts';
import {
  costOf,
  HOSTILE,
  isDear,
  type MountedRoute,
  mountedRoutes,
  pathOf,
  send,
} from '../support/hostileRequests.ts';
import type { Lab } from '../support/Lab.ts';
import { openLocal } from '../support/openLocal.ts';

const PER_SECOND = 30;

export interface Costs {
  requests: number;
  dearest: string;
  dearestMs: number;
  /** Those that cost too much. */
  dear: string[];
}

/**
 * Sends hostile headers, queries, cookies and bodies to every route, with the key of a page, and measures the processor
 * time of each request.
 */
export async function costs(lab: Lab): Promise<Costs> {
  const service = await openLocal(lab);
  const { body } = await service.call('POST', '/cases', {
    json: { ...newCase, session: { allowedOrigins: [service.url] } },
  });
  const authorization = `Bearer ${body.session.sessionKey}`;
  const every = lab.form === 'full' ? 1 : 29;
  const all = mountedRoutes(service).flatMap((route) =>
    Object.keys(HOSTILE).map((name) => ({ ...route, url: service.url, name, path: pathOf(route, body.id) })),
  );
  const tried = all.filter((_, index) => index % every === 0);
  let [dearest, dearestMs] = ['', 0];
  const dear: string[] = [];
  // What runs first is compiled meanwhile.
  for (const one of tried.slice(0, 20)) await send({ ...one, authorization });
  for (const one of tried) {
    const ms = await costOf({ ...one, authorization });
    const label = `${one.method} ${one.path} with ${one.name}`;
    if (ms > dearestMs) [dearest, dearestMs] = [label, ms];
    if (await isDear({ ...one, authorization }, ms)) dear.push(label);
  }
  return { requests: tried.length, dearest, dearestMs: Math.round(dearestMs * 10) / 10, dear };
}

/** Routes that anybody reaches. */
const isOpen = ({ method, path }: MountedRoute) => method === 'GET' && /^\/(verify|desk)/.test(path);

/**
 * Reads of a back end, alone and beside 30 hostile requests a second, without rate limits.
 * @returns the medians in milliseconds.
 */
export async function reads(lab: Lab): Promise<{ hostile: number; aloneMs: number; besideMs: number }> {
  const { keys, start } = await cluster(lab, lab.hasPostgres() ? 'postgres' : 'embedded');
  const { url } = await start();
  const routes = mountedRoutes(await openLocal(lab)).filter(isOpen);
  const names = Object.keys(HOSTILE);
  const headers = { Authorization: `Bearer ${keys.test}` };
  const median = async (ms: number) => {
    const times: number[] = [];
    const deadline = performance.now() + ms;
    while (performance.now() < deadline) {
      const began = performance.now();
      await (await fetch(`${url}/v1/cases`, { headers })).text();
      times.push(performance.now() - began);
      await pause(10);
    }
    return times.sort((one, other) => one - other)[Math.floor(times.length / 2)]!;
  };
  await median(lab.size(3000, 300));
  const aloneMs = await median(lab.size(15_000, 500));
  let hostile = 0;
  const timer = setInterval(() => {
    const route = routes[hostile % routes.length]!;
    const name = names[Math.floor(hostile / routes.length) % names.length]!;
    hostile++;
    send({ ...route, url, name, path: pathOf(route) }).catch(() => {}); // a refusal at the connection costs nothing
  }, 1000 / PER_SECOND);
  const besideMs = await median(lab.size(30_000, 500));
  clearInterval(timer);
  return { hostile, aloneMs: Math.round(aloneMs * 10) / 10, besideMs: Math.round(besideMs * 10) / 10 };
}

/** Only the full form compares times: nothing else runs beside it. */
export function isUndisturbed(
  lab: Lab,
  { aloneMs, besideMs }: { aloneMs: number; besideMs: number },
): boolean {
  return lab.form === 'quick' || besideMs <= 2 * aloneMs;
}
