import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey } from '../../src/contract/keys.ts';
import { firstCase } from './firstCase.ts';
import { runtime } from './packImage.ts';
import { startProgram } from './startProgram.ts';

/** What every engine gives a container. */
const DEVICES = ['null', 'zero', 'urandom'];

/**
 * Runs the image's root file system as an engine would: in namespaces of its own, read-only but for /data and /tmp, as
 * the image's user; and takes a first case to its approval in it. Needs root and `unshare`.
 */
export async function checkImage(rootfs: string, work: string): Promise<string> {
  const data = join(work, 'image-data');
  await mkdir(data, { recursive: true });
  await chown(data, 65532, 65532);
  const apiKey = generateKey('secret', 'test');
  const settings = [...runtime.Env, 'HOST=127.0.0.1', 'PORT=0', `IDV_BOOTSTRAP_KEY=${apiKey}`];
  const steps = [
    'set -e',
    `mount --bind "${rootfs}" "${rootfs}"`,
    `mount --bind "${data}" "${rootfs}/data"`,
    `mount -t tmpfs tmpfs "${rootfs}/tmp"`,
    `mount --bind /proc "${rootfs}/proc"`,
    `mount -t tmpfs tmpfs "${rootfs}/dev"`,
    ...DEVICES.map(
      (name) => `touch "${rootfs}/dev/${name}"; mount --bind /dev/${name} "${rootfs}/dev/${name}"`,
    ),
    `mount -o remount,bind,ro "${rootfs}"`,
    `cd "${rootfs}"`,
    'chroot=$(command -v chroot)',
    `exec env -i ${settings.map((each) => `"${each}"`).join(' ')} "$chroot" --userspec=${runtime.User} "${rootfs}" ${[...runtime.Entrypoint, ...runtime.Cmd].join(' ')}`,
  ];
  const service = await startProgram(
    'unshare',
    ['--mount', '--ipc', '--uts', 'sh', '-c', steps.join('\n')],
    process.env,
  );
  try {
    const status = await firstCase(service.url, apiKey);
    if (status !== 'approved') throw new Error(`The first case ended as ${status}.`);
  } finally {
    await service.stop();
  }
  return 'The image runs on a read-only root file system as its own user, and a first case was approved.';
}
