#!/bin/sh
# assemble.sh NODE SERVICE_TARBALL ROOTFS: the root file system of the image. Node, the libraries that it needs from
# Debian's packages, certificates and the service; no shell, no package manager, nobody but the user `idv` (65532).
# The Dockerfile runs it, and so does `npm run release` where no container engine is at hand. Needs apt-get, dpkg-deb, npm.
set -eu
node=$1 tarball=$(realpath "$2") rootfs=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$rootfs/usr/bin" "$rootfs/etc/ssl/certs" "$rootfs/app" "$rootfs/data" "$rootfs/lists" "$rootfs/keys" "$rootfs/tmp" "$rootfs/dev" "$rootfs/proc"
cp "$node" "$rootfs/usr/bin/node"

# Libraries, as far as `node` is linked to them, whatever else their packages hold.
(cd "$work" && apt-get download libc6 libstdc++6 libgcc-s1 ca-certificates tzdata >/dev/null 2>&1)
for package in "$work"/*.deb; do dpkg-deb -x "$package" "$work/files"; done
libraries="ld-linux libc.so libm.so libdl.so libpthread.so librt.so libresolv.so libnss_dns.so libnss_files.so libgcc_s.so libstdc++.so"
for library in $libraries; do
  find "$work/files" \( -type f -o -type l \) -path '*/lib*' -name "$library*" ! -name '*.py' |
    while read -r file; do
      to="$rootfs/${file#"$work/files/"}"
      mkdir -p "$(dirname "$to")"
      cp -P "$file" "$to"
    done
done
# Debian keeps /lib64 apart from /usr: programs name their loader by that path.
[ -e "$rootfs/lib64" ] || ln -s usr/lib64 "$rootfs/lib64"
[ -e "$rootfs/lib" ] || ln -s usr/lib "$rootfs/lib"
cat "$work"/files/usr/share/ca-certificates/mozilla/*.crt > "$rootfs/etc/ssl/certs/ca-certificates.crt"
mkdir -p "$rootfs/usr/share"
cp -r "$work/files/usr/share/zoneinfo" "$rootfs/usr/share/zoneinfo"
mkdir -p "$rootfs/usr/share/doc"
for name in libc6 libstdc++6 libgcc-s1 ca-certificates tzdata; do
  [ ! -f "$work/files/usr/share/doc/$name/copyright" ] ||
    install -D -m 644 "$work/files/usr/share/doc/$name/copyright" "$rootfs/usr/share/doc/$name/copyright"
done

echo 'idv:x:65532:65532:idv:/data:/sbin/nologin' > "$rootfs/etc/passwd"
echo 'idv:x:65532:' > "$rootfs/etc/group"
echo 'hosts: files dns' > "$rootfs/etc/nsswitch.conf"

npm install --prefix "$rootfs/app" --omit=dev --no-audit --no-fund --loglevel=error "$tarball" >/dev/null
find "$rootfs/app" \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.cjs' \) -path '*/pglite/*' -delete
chmod 1777 "$rootfs/tmp"
chown -R 65532:65532 "$rootfs/data" "$rootfs/lists" "$rootfs/keys"
