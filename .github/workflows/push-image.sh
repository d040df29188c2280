#!/bin/sh
# push-image.sh FOLDER IMAGE VERSION: pushes the images that the jobs of each architecture made (FOLDER/image-ARCHITECTURE/image.tar),
# joins them under one name, and prints the digest of that.
set -eu
folder=$1 image=$2 version=$3
for architecture in amd64 arm64; do
  skopeo copy --quiet --preserve-digests "oci-archive:$folder/image-$architecture/image.tar:$version" "docker://$image:$version-$architecture"
done
docker buildx imagetools create --tag "$image:$version" "$image:$version-amd64" "$image:$version-arm64" >&2
docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image:$version"
