#!/bin/sh
# push-image.sh FOLDER IMAGE VERSION: pushes the images that the jobs of each architecture made (FOLDER/image-ARCHITECTURE/image.tar),
# joins them under one name, and prints the digests as outputs of a step: ARCHITECTURE=DIGEST of each, and digest=DIGEST of both.
set -eu
folder=$1 image=$2 version=$3
for architecture in amd64 arm64; do
  written="$folder/$architecture.digest"
  skopeo copy --quiet --preserve-digests --digestfile "$written" "oci-archive:$folder/image-$architecture/image.tar:$version" "docker://$image:$version-$architecture"
  echo "$architecture=$(cat "$written")"
done
docker buildx imagetools create --tag "$image:$version" "$image:$version-amd64" "$image:$version-arm64" >&2
joined=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image:$version")
echo "digest=$joined"
