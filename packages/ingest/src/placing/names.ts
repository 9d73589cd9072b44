// Names of coordinate systems in files, in both languages.

/** Systems about a hundred metres off WGS 84, by names in lower case without separators. */
export const SHIFTED_NAMES: readonly (readonly [name: RegExp, system: 'beijing-1954' | 'xian-1980'])[] = [
  [/beijing(?:19)?54|bj(?:19)?54|北京(?:19)?54/, 'beijing-1954'],
  [/xian(?:19)?80|西安(?:19)?80/, 'xian-1980'],
];

/** Names of degrees that are WGS 84 or agree with it within a metre. */
export const NAMES_OF_WGS_84: readonly RegExp[] = [
  /crs:?84h?$|^(?:gcs[-_ ]?)?wgs[-_ ]?(?:19)?84$/i,
  /^(?:gcs[-_ ]?)?(?:cgcs[-_ ]?2000|china[-_ ]geodetic[-_ ]coordinate[-_ ]system[-_ ]2000|china[-_ ]2000)$|国家2000/i,
];

/** Names of GCJ-02, whose degrees are deliberately offset. */
export const NAME_OF_GCJ_02 = /gcj[-_ ]?0?2|火星坐标/i;
export const NAME_OF_BD_09 = /bd[-_ ]?0?9|百度坐标/i;
