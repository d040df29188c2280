import { startDemo } from '../../support/startDemo.ts';
import type { Lab } from '../support/Lab.ts';

/** Newcomers from networks of their own who were let in, and who were refused. */
export interface NetworkFigures {
  hostile: number;
  newcomers: number;
  refused: string[];
}

/**
 * One hostile IPv4 address and one hostile /64 do what they can to close the demo, with the limits as shipped: pages,
 * applications, secrets of links with their own session key, reads of their own case. Newcomers of other networks begin
 * an application meanwhile; none may be refused.
 */
export async function hostileNetwork(lab: Lab): Promise<NetworkFigures> {
  const settings = { RATE_LIMIT_SCALE: '1', DEMO_LIMIT_SCALE: '1', DEMO_BEHIND_PROXY: 'true' };
  const { url, stop } = await startDemo(settings, lab.template());
  try {
    let hostile = 0;
    const attack = async (address: () => string, times: number) => {
      const own = visitor(url, '203.0.113.66');
      const { key = '', caseId = '' } = await own.begin();
      for (let count = 0; count < times; count++) {
        const one = visitor(url, address());
        await one.visit('/open');
        if (count % 4 === 0) await one.begin();
        if (count % 4 === 1) await own.call(key, '/links/redeem', { secret: 'A'.repeat(27) });
        if (count % 4 === 2) await own.call(key, `/cases/${caseId}`);
        hostile++;
      }
    };
    const refused: string[] = [];
    const size = lab.size(40, 6);
    const newcomers = async () => {
      for (let count = 0; count < size; count++) {
        const one = visitor(url, count % 2 ? `198.51.${count}.1` : `2001:db8:${count.toString(16)}::1`);
        const { status, key = '', caseId = '' } = await one.begin();
        const read = status === 200 ? await one.call(key, `/cases/${caseId}`) : status;
        if (read !== 200) refused.push(`${count}: ${status}, ${read}`);
      }
    };
    let host = 0;
    const attacks = [
      attack(() => `2001:db8:ffff:1::${(++host).toString(16)}`, lab.size(3000, 60)),
      attack(() => '203.0.113.66', lab.size(1000, 60)),
    ];
    await newcomers();
    await Promise.all(attacks);
    await newcomers();
    return { hostile, newcomers: 2 * size, refused };
  } finally {
    await stop();
  }
}

function visitor(url: string, address: string) {
  let cookie = '';
  const visit = async (path: string, init: RequestInit = {}) => {
    const headers = { ...(init.headers as object), 'x-forwarded-for': address, ...(cookie && { cookie }) };
    const response = await fetch(url + path, { redirect: 'manual', ...init, headers });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  };
  return {
    visit,
    begin: async (): Promise<{ status: number; key?: string; caseId?: string }> => {
      const page = await visit('/open');
      await page.text();
      if (page.status !== 200) return { status: page.status };
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: url };
      const response = await visit('/idv/session', { method: 'POST', headers, body: '{}' });
      const body = (await response.json()) as { sessionKey?: string; caseId?: string };
      return { status: response.status, key: body.sessionKey ?? '', caseId: body.caseId ?? '' };
    },
    call: async (key: string, path: string, json?: object): Promise<number> => {
      const headers = { authorization: `Bearer ${key}`, origin: url, 'content-type': 'application/json' };
      const init = json ? { method: 'POST', headers, body: JSON.stringify(json) } : { headers };
      const response = await visit(`/service/v1${path}`, init);
      await response.text();
      return response.status;
    },
  };
}
