interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Whether the person asked to save data, or has a slow connection: then pictures are smaller, within what the check takes. Not every
 * browser tells.
 * @see https://wicg.github.io/netinfo/
 */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
}
