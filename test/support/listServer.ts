import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of lists on loopback: files by their path, with validators. */
export interface ListServer {
  url: string;
  files: Map<string, string>;
  /** The responses so far, such as `200 /ofac/sdn.csv`. */
  answered: string[];
  /** The `User-Agent` of each request. */
  agents: string[];
  /** Answers in place of the files, until it is set back to null. */
  instead: ((response: ServerResponse) => void) | null;
  close(): Promise<void>;
}

export async function startListServer(files: Record<string, string>): Promise<ListServer> {
  const server = createServer((request, response) => {
    response.on('close', () => lists.answered.push(`${response.statusCode} ${request.url}`));
    lists.agents.push(request.headers['user-agent'] ?? '');
    if (lists.instead) return lists.instead(response);
    const text = lists.files.get(request.url!);
    if (text === undefined) return response.writeHead(404).end();
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304, { ETag: etag }).end();
    return response
      .writeHead(200, { ETag: etag, 'Last-Modified': 'Fri, 06 Feb 2026 08:00:00 GMT' })
      .end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const lists: ListServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files: new Map(Object.entries(files)),
    answered: [],
    agents: [],
    instead: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return lists;
}

/** People on a list as FollowTheMoney JSON lines. */
export function listOf(people: readonly ListedPerson[]): string {
  const lines = people.map(({ id, name, aliases = [], born, country, pep }) =>
    JSON.stringify({
      id,
      schema: 'Person',
      caption: name,
      datasets: [pep ? 'test_peps' : 'test_sanctions'],
      properties: {
        name: [name],
        alias: aliases,
        birthDate: born ? [born] : [],
        nationality: country ? [country] : [],
        topics: [pep ? 'role.pep' : 'sanction'],
      },
    }),
  );
  return `${lines.join('\n')}\n`;
}

export interface ListedPerson {
  id: string;
  name: string;
  aliases?: string[];
  born?: string;
  country?: string;
  pep?: boolean;
}
