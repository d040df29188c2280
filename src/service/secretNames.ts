/** The settings that are secret: they may come from a file or a command, and leave the environment once they are read. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'IDV_BOOTSTRAP_KEY',
  'IDV_MASTER_KEY',
  'IDV_NEXT_MASTER_KEY',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
] as const;
