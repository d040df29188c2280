/** The channels that a tensor really has in memory: the next multiple of 4, the extra ones being zero. */
export function padded(channels: number): number {
  return (channels + 3) & ~3;
}
