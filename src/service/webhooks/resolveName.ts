import dns from 'node:dns';

/**
 * Finds the IP addresses of a name; rejects if it has none.
 * Asks the name servers of the process itself rather than the system's resolver: that one runs on the few threads
 * which files and cryptography need too, so that a few slow name servers would hold up everything.
 */
export async function resolveName(hostname: string): Promise<string[]> {
  const resolver = new dns.promises.Resolver({ timeout: 2000, tries: 2 });
  resolver.setServers(dns.getServers());
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0) throw new Error('The name has no address');
  return addresses;
}
