/** The state of the permission, where the browser knows that name. */
export async function cameraPermission(): Promise<PermissionStatus | null> {
  return (await navigator.permissions?.query({ name: 'camera' }).catch(() => null)) ?? null;
}
