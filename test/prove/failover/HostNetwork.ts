import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../../support/waitFor.ts';
import type { Lab } from '../support/Lab.ts';

interface Options {
  /** Where programs run, and their output goes. */
  folder: string;
  /** Names of at most eight letters. */
  hosts: readonly string[];
  /** The user that programs run as; by default that of the proof. */
  user?: { uid: number; gid: number } | undefined;
}

const IP = 'ip';
let networks = 0;

/**
 * Hosts on a network of their own: namespaces of Linux, joined by a switch. The host that is the switch reaches all others;
 * from outside nothing does, except through files such as sockets. Needs root and `ip`.
 */
export class HostNetwork {
  readonly #name = `idv-${process.pid}-${networks++}`;
  readonly #folder: string;
  readonly #user: Options['user'];
  #hub = '';

  private constructor({ folder, user }: Options) {
    this.#folder = folder;
    this.#user = user;
  }

  /** The hosts have the addresses 10.0.0.1, 10.0.0.2, … in order; the last one is the switch. */
  static start(lab: Lab, options: Options): HostNetwork {
    const network = new HostNetwork(options);
    const hosts = [...options.hosts];
    const hub = hosts.pop()!;
    lab.defer(() => network.#remove(options.hosts));
    network.#hub = network.#namespace(hub);
    const onHub = (args: string) => ip(`-n ${network.#hub} ${args}`);
    onHub('link add switch type bridge');
    onHub(`address add ${addressOf(hosts.length)}/24 dev switch`);
    onHub('link set switch up');
    for (const [n, host] of hosts.entries()) {
      const name = network.#namespace(host);
      onHub(`link add ${host} type veth peer name eth0 netns ${name}`);
      onHub(`link set ${host} master switch up`);
      ip(`-n ${name} address add ${addressOf(n)}/24 dev eth0`);
      ip(`-n ${name} link set eth0 up`);
    }
    return network;
  }

  /** Starts a program on a host; its output goes to `HOST.PROGRAM.log`. */
  run(host: string, program: string, args: readonly string[]): void {
    const { uid, gid } = this.#user ?? {};
    const as = this.#user ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : [];
    const log = openSync(join(this.#folder, `${host}.${program}.log`), 'a');
    spawn(IP, ['netns', 'exec', this.#of(host), ...as, program, ...args], {
      cwd: this.#folder,
      env: { ...process.env, HOME: this.#folder },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  /** Ends all programs of a host at once, as a loss of power does. */
  async kill(host: string): Promise<void> {
    await waitFor(() => {
      const left = this.#programsOf(host);
      for (const pid of left) killAny(pid);
      return left.length === 0;
    });
  }

  /** No packet of a host passes any more, and nobody is told. */
  cut(host: string): void {
    ip(`-n ${this.#hub} link set ${host} nomaster`);
  }

  mend(host: string): void {
    ip(`-n ${this.#hub} link set ${host} master switch`);
  }

  #of(host: string): string {
    return `${this.#name}-${host}`;
  }

  #namespace(host: string): string {
    const name = this.#of(host);
    ip(`netns add ${name}`);
    ip(`-n ${name} link set lo up`);
    return name;
  }

  #programsOf(host: string): number[] {
    return ip(`netns pids ${this.#of(host)}`)
      .split('\n')
      .filter(Boolean)
      .map(Number);
  }

  async #remove(hosts: readonly string[]): Promise<void> {
    const made = ip('netns list').split('\n');
    for (const host of hosts) {
      if (!made.some((line) => line.split(' ')[0] === this.#of(host))) continue;
      await this.kill(host);
      ip(`netns delete ${this.#of(host)}`);
    }
  }
}

export function addressOf(n: number): string {
  return `10.0.0.${n + 1}`;
}

function ip(args: string): string {
  return execFileSync(IP, args.split(' '), { encoding: 'utf8' });
}

/** One that has ended meanwhile needs no signal. */
function killAny(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
