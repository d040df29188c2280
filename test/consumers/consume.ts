import { join } from 'node:path';
import type { Browser } from 'playwright';
import { freePort } from '../support/freePort.ts';
import { waitFor } from '../support/waitFor.ts';
import type { Consumer } from './consumers.ts';
import { type Driven, drive } from './support/drive.ts';
import { installApp } from './support/installApp.ts';
import { runCommand } from './support/runCommand.ts';
import type { Api } from './support/startApi.ts';
import { startSite } from './support/startSite.ts';

interface Surroundings {
  tarball: string;
  /** Where installed apps are kept. */
  cache: string;
  api: Api;
  browser: Browser;
}

/**
 * Installs, builds and serves one app and drives its page to `submitted`.
 * @throws if any of that fails, or if no frame was judged: then the guided capture did not run.
 */
export async function consume(
  consumer: Consumer,
  { tarball, cache, api, browser }: Surroundings,
): Promise<Driven> {
  const folder = await installApp(consumer.app, tarball, cache);
  if (consumer.build) {
    const { ended, output } = runCommand(consumer.build, folder);
    if ((await ended) !== 0) throw new Error(`${consumer.build} failed:\n${output().slice(-4000)}`);
  }
  const own = consumer.start ? await startOwn(consumer.start, folder) : null;
  try {
    const site = await startSite(
      api,
      own ? { port: own.port } : { folder: join(folder, consumer.served ?? '') },
    );
    try {
      const driven = await drive(browser, site.url);
      if (!driven.events.includes('idv-frame'))
        throw new Error(`no idv-frame: ${[...driven.notices, ...driven.faults].join('\n')}`);
      return driven;
    } finally {
      await site.stop();
    }
  } finally {
    await own?.stop();
  }
}

async function startOwn(command: string, folder: string): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    NITRO_PORT: String(port),
    NITRO_HOST: '127.0.0.1',
  };
  const { ended, output, stop } = runCommand(command.replaceAll('{port}', String(port)), folder, settings);
  let over = false;
  void ended.then(() => {
    over = true;
  });
  try {
    await waitFor(async () => {
      if (over) throw new Error(`${command} ended:\n${output().slice(-4000)}`);
      return await fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      );
    }, 90_000);
  } catch (error) {
    await stop();
    throw new Error(`${error}\n${output().slice(-2000)}`);
  }
  return { port, stop };
}
