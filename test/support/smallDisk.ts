import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { leaveOut } from './leaveOut.ts';

const PIECE = Buffer.alloc(64 * 1024);

/** Whether a disk of a few megabytes can be created here; if not, the end of the run reports it. */
export const canMakeDisks: boolean = tried();

/** A disk mounted at its own folder; it is unmounted after the test. */
export interface SmallDisk {
  folder: string;
  /** Fills the free space except for some kilobytes. */
  fill(leave?: number): void;
  /** Frees that space. */
  free(): void;
}

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mount(megabytes);
  onTestFinished(() => unmount(folder));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: (leave = 0) => {
      const spare = join(folder, 'spare');
      if (leave > 0) appendFileSync(spare, Buffer.alloc(leave * 1024));
      for (let isFull = false; !isFull; ) {
        try {
          appendFileSync(ballast, PIECE);
        } catch {
          // The disk is full.
          isFull = true;
        }
      }
      rmSync(spare, { force: true });
    },
    free: () => rmSync(ballast),
  };
}

function mount(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'idv-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  return folder;
}

function unmount(folder: string): void {
  execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
}

function tried(): boolean {
  try {
    unmount(mount(1));
    return true;
  } catch {
    // Only root may mount.
    leaveOut('Tests on a full disk', 'start them as root on Linux, where a tmpfs can be mounted');
    return false;
  }
}
