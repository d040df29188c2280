import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { allPostgresPrograms, postgresPrograms } from '../../support/postgresPrograms.ts';
import { programOf } from '../../support/programOf.ts';
import { unprivileged } from '../../support/unprivileged.ts';
import { waitFor } from '../../support/waitFor.ts';
import type { Lab } from '../support/Lab.ts';
import { addressOf, HostNetwork } from './HostNetwork.ts';
import type { Pair, Way } from './pair.ts';

const SERVERS = ['one', 'two'] as const;
type Server = (typeof SERVERS)[number];
/** Votes with the etcd of both servers, and has the HAProxy. */
const WITNESS = 'three';
const HOSTS = [...SERVERS, WITNESS];
const PORTS = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeers: 2380 };
export const PATRONI_PACKAGES = 'postgresql patroni etcd-server haproxy iproute2';

/**
 * PostgreSQL with a synchronous standby under Patroni with its default times, on two hosts of a network with etcd on three,
 * behind the HAProxy of `docs/operate.md`.
 */
export class PatroniPair implements Pair {
  readonly ways: readonly Way[] = ['killed', 'cut', 'switched'];
  /** For the service. */
  readonly url: string;
  readonly #folder: string;
  readonly #network: HostNetwork;
  #primary: Server = 'one';
  #gone: { way: Way; server: Server } | null = null;

  private constructor(folder: string, network: HostNetwork) {
    this.#folder = folder;
    this.#network = network;
    this.url = `postgres://idv@localhost/postgres?host=${encodeURIComponent(folder)}`;
  }

  /** What keeps it from running here, as the remedy, or `null`. */
  static missing(): string | null {
    const tests = 'The proof of failover under Patroni';
    const programs = ['patroni', 'etcd', 'haproxy', 'ip', 'setpriv'];
    const isThere = programs.every((name) => programOf(name, { tests, pack: PATRONI_PACKAGES }));
    if (!isThere || !postgresPrograms()) return `apt-get install ${PATRONI_PACKAGES}`;
    return process.getuid?.() === 0 ? null : 'run it as root, who may make networks';
  }

  static async start(lab: Lab): Promise<PatroniPair> {
    const folder = lab.folder();
    const user = unprivileged()!;
    chownSync(folder, user.uid, user.gid);
    for (const server of SERVERS) {
      const sockets = join(folder, `${server}.sockets`);
      mkdirSync(sockets);
      chownSync(sockets, user.uid, user.gid);
    }
    const network = HostNetwork.start(lab, { folder, hosts: HOSTS, user });
    const pair = new PatroniPair(folder, network);
    for (const host of HOSTS) pair.#startEtcd(host);
    pair.#startProxy();
    for (const server of SERVERS) pair.#startPatroni(server);
    await waitFor(async () => {
      const states = await Promise.all(SERVERS.map((server) => pair.#isPrimary(server)));
      pair.#primary = SERVERS[states.indexOf(true)] ?? 'one';
      return states.includes(true) && (await pair.#hasStandby());
    });
    return pair;
  }

  async failOver(way: Way): Promise<number> {
    const [primary, standby] = [this.#primary, this.#standby];
    if (way === 'killed') await this.#network.kill(primary);
    if (way === 'cut') this.#network.cut(primary);
    if (way === 'switched') await this.#switchOver(primary, standby);
    await waitFor(() => this.#isPrimary(standby));
    const at = performance.now();
    this.#gone = { way, server: primary };
    this.#primary = standby;
    return at;
  }

  /** The lost server returns, and Patroni makes it the standby of the new primary. */
  async restore(): Promise<void> {
    const { way, server } = this.#gone!;
    if (way === 'cut') this.#network.mend(server);
    if (way === 'killed') {
      this.#startEtcd(server);
      this.#startPatroni(server);
    }
    await waitFor(() => this.#hasStandby());
  }

  get #standby(): Server {
    return this.#primary === 'one' ? 'two' : 'one';
  }

  #startEtcd(host: string): void {
    const at = (port: number) => `http://${addressOf(HOSTS.indexOf(host))}:${port}`;
    const peers = HOSTS.map((name, n) => `${name}=http://${addressOf(n)}:${PORTS.etcdPeers}`);
    const args = {
      name: host,
      'data-dir': join(this.#folder, `${host}.etcd`),
      'listen-client-urls': at(PORTS.etcd),
      'advertise-client-urls': at(PORTS.etcd),
      'listen-peer-urls': at(PORTS.etcdPeers),
      'initial-advertise-peer-urls': at(PORTS.etcdPeers),
      'initial-cluster': peers.join(),
    };
    this.#network.run(
      host,
      'etcd',
      Object.entries(args).map(([name, value]) => `--${name}=${value}`),
    );
  }

  #startPatroni(server: Server): void {
    const file = join(this.#folder, `${server}.yaml`);
    writeFileSync(file, JSON.stringify(this.#settingsOf(server)));
    this.#network.run(server, 'patroni', [file]);
  }

  #settingsOf(server: Server): object {
    const address = addressOf(HOSTS.indexOf(server));
    const at = (port: number) => ({ listen: `${address}:${port}`, connect_address: `${address}:${port}` });
    return {
      scope: 'idv',
      name: server,
      restapi: at(PORTS.patroni),
      etcd3: { hosts: HOSTS.map((_, n) => `${addressOf(n)}:${PORTS.etcd}`) },
      bootstrap: {
        dcs: {
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
        },
        initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
        pg_hba: ['local all all trust', 'host all all all trust', 'host replication all all trust'],
      },
      postgresql: {
        ...at(PORTS.postgres),
        data_dir: join(this.#folder, `${server}.data`),
        bin_dir: allPostgresPrograms(),
        authentication: { superuser: { username: 'idv' }, replication: { username: 'replicator' } },
        parameters: { unix_socket_directories: join(this.#folder, `${server}.sockets`) },
        pgpass: join(this.#folder, `${server}.pgpass`),
      },
    };
  }

  /** As operators are told to set it up; beside its port it listens on sockets, which lead into the network. */
  #startProxy(): void {
    const docs = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
    const told = /```\n(listen primary\n.*?)```/s.exec(docs)![1]!;
    const socket = join(this.#folder, `.s.PGSQL.${PORTS.postgres}`);
    const lines = [
      'defaults',
      '  mode tcp',
      '  timeout connect 5s',
      '  timeout client 24h',
      '  timeout server 24h',
      told.replace('\n', `\n  bind unix@${socket} mode 777\n`).trimEnd(),
      ...SERVERS.flatMap((server, n) => [
        `listen patroni-${server}`,
        `  bind unix@${this.#apiOf(server)}`,
        `  server ${server} ${addressOf(n)}:${PORTS.patroni}`,
      ]),
    ];
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.#network.run(WITNESS, 'haproxy', ['-db', '-f', file]);
  }

  #apiOf(server: Server): string {
    return join(this.#folder, `${server}.api`);
  }

  async #switchOver(leader: Server, candidate: Server): Promise<void> {
    const { status, body } = await this.#ask(leader, 'POST', '/switchover', { leader, candidate });
    if (status !== 200) throw new Error(`Patroni does not switch over: ${status} ${body}`);
  }

  async #isPrimary(server: Server): Promise<boolean> {
    return (await this.#ask(server, 'GET', '/primary')).status === 200;
  }

  /** Whether Patroni would let the other server take over. */
  async #hasStandby(): Promise<boolean> {
    const { status, body } = await this.#ask(this.#primary, 'GET', '/cluster');
    if (status !== 200) return false;
    const { members } = JSON.parse(body) as { members: { name: string; role: string; state: string }[] };
    const standby = members.find(({ name }) => name === this.#standby);
    return standby?.role === 'sync_standby' && /running|streaming/.test(standby.state);
  }

  /** Asks a Patroni, which may not be there: status 0. */
  #ask(server: Server, method: string, path: string, json?: object) {
    return new Promise<{ status: number; body: string }>((resolve) => {
      const headers = { 'Content-Type': 'application/json' };
      const nobody = () => resolve({ status: 0, body: '' });
      const asked = request({ socketPath: this.#apiOf(server), method, path, headers }, (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => {
          body += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        answer.on('error', nobody);
      });
      asked.on('error', nobody).end(json && JSON.stringify(json));
    });
  }
}
