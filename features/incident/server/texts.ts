// The description of the sealed package in the documentation of the calls.

export const PACKAGE_SUMMARY =
  '一起火情的封存包（ZIP）：经过（散列链）、图片、KMZ、可离线打开的网页与清单；清单的散列记入审计。内容以自己的网格和权限为限';
