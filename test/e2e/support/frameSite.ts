import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site that frames the address in its query. One server under two names: to a browser these are two origins. */
export async function frameSite(): Promise<{ listed: string; other: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const address = decodeURIComponent(request.url!.slice(2)).replaceAll('"', '');
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><iframe src="${address}" allow="camera" width="400" height="800"></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    listed: `http://localhost:${port}`,
    other: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
