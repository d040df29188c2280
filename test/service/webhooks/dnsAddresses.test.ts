import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postWebhook } from '../../../src/service/webhooks/postWebhook.ts';
import { webhookAddresses } from '../../../src/service/webhooks/webhookAddresses.ts';
import { resolveBy } from '../../support/resolveBy.ts';

const names = {
  'open.example': ['93.184.215.14', '2606:4700:4700::1111'],
  'inside.example': ['10.0.0.7'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.215.14', '192.168.1.1'],
  'mapped.example': ['93.184.215.14', '::ffff:7f00:1'],
  'nat64.example': ['64:ff9b::a00:7'],
  'ula.example': ['fd00:ec2::254'],
  'here.example': ['127.0.0.1'],
  'hooks.example': ['127.0.0.1'],
  'other.example': ['127.0.0.1'],
  'empty.example': [],
};

const asked = resolveBy(names);

const find = (url: string, { allowLoopback = false } = {}) =>
  webhookAddresses(new URL(url), { allowLoopback });

describe('the addresses of a name', () => {
  test('are all resolved', async () => {
    expect(await find('https://open.example/')).toEqual(names['open.example']);
  });

  test.each(['inside', 'metadata', 'mixed', 'mapped', 'nat64', 'ula', 'here'])(
    'are refused if one of them is not public: %s.example',
    async (name) => {
      await expect(find(`https://${name}.example/`)).rejects.toThrow('address_not_allowed');
    },
  );

  test.each(['inside', 'metadata', 'mixed', 'mapped', 'nat64', 'ula'])(
    'are refused even with loopback allowed: %s.example',
    async (name) => {
      await expect(find(`https://${name}.example/`, { allowLoopback: true })).rejects.toThrow(
        'address_not_allowed',
      );
    },
  );

  test('http is allowed to this machine only', async () => {
    await expect(find('http://open.example/', { allowLoopback: true })).rejects.toThrow(
      'address_not_allowed',
    );
    expect(await find('http://here.example/', { allowLoopback: true })).toEqual(['127.0.0.1']);
  });

  test('an IP literal is checked too', async () => {
    await expect(find('https://[::1]/')).rejects.toThrow('address_not_allowed');
    await expect(find('https://localhost/')).rejects.toThrow('address_not_allowed');
    await expect(find('https://10.1.2.3/', { allowLoopback: true })).rejects.toThrow('address_not_allowed');
    expect(await find('https://1.1.1.1/')).toEqual(['1.1.1.1']);
  });

  test.each(['empty.example', 'unknown.example'])('%s has no address', async (name) => {
    await expect(find(`https://${name}/`)).rejects.toThrow('name_not_resolved');
  });
});

describe('over TLS', () => {
  const pem = (name: string) => readFileSync(join(import.meta.dirname, '../../support/certificate', name));
  const servernames: unknown[] = [];
  const https = createServer({ key: pem('key.pem'), cert: pem('cert.pem') }, (request, response) => {
    servernames.push((request.socket as TLSSocket).servername);
    response.writeHead(204).end();
  });
  const trusted = getCACertificates('default');
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((ready) => https.listen(0, '127.0.0.1', ready));
    port = (https.address() as AddressInfo).port;
    setDefaultCACertificates([...trusted, pem('cert.pem').toString()]);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await new Promise((done) => https.close(done));
  });
  const post = (name: string) =>
    postWebhook({ url: `https://${name}:${port}/`, headers: {}, body: '{}', allowLoopback: true });

  test('the name is sent as SNI, and resolved once', async () => {
    asked();
    expect(await post('hooks.example')).toMatchObject({ status: 204, error: null });
    expect(servernames).toEqual(['hooks.example']);
    expect(asked()).toEqual(['hooks.example']);
  });

  test('the certificate of another name is refused', async () => {
    expect(await post('other.example')).toMatchObject({ status: null, error: 'tls_failed' });
  });

  test('a certificate of an unknown authority is refused', async () => {
    setDefaultCACertificates(trusted);
    expect(await post('hooks.example')).toMatchObject({ status: null, error: 'tls_failed' });
  });
});
