// Names under which files state coordinate systems, in both languages.

/** Systems about a hundred metres off WGS 84; of names in lower case without separators. */
export const SHIFTED_NAMES: readonly (readonly [name: RegExp, system: 'beijing-1954' | 'xian-1980'])[] = [
  [/beijing(?:19)?54|bj(?:19)?54|北京(?:19)?54/, 'beijing-1954'],
  [/xian(?:19)?80|西安(?:19)?80/, 'xian-1980'],
];

/** Degrees that are those of WGS 84, or the same within a metre. */
export const NAMES_OF_WGS_84: readonly RegExp[] = [
  /crs:?84h?$|^(?:gcs[-_ ]?)?wgs[-_ ]?(?:19)?84$/i,
  /^(?:gcs[-_ ]?)?(?:cgcs[-_ ]?2000|china[-_ ]geodetic[-_ ]coordinate[-_ ]system[-_ ]2000|china[-_ ]2000)$|国家2000/i,
];

/** Degrees that were moved on purpose. */
export const NAME_OF_GCJ_02 = /gcj[-_ ]?0?2|火星坐标/i;
export const NAME_OF_BD_09 = /bd[-_ ]?0?9|百度坐标/i;
