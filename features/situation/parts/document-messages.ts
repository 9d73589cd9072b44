// The names of the documents of a fire, in both languages.
import type { DocumentField, FireDocumentKind } from '../fire-document.ts';

export const documentKindsZh: Readonly<Record<FireDocumentKind, string>> = { bulletin: '火情快报', 'situation-map': '态势图' };
export const documentFieldsZh: Readonly<Record<DocumentField, string>> = {
  to: '主送',
  place: '地点',
  found: '发现与接报',
  weather: '天气',
  area: '过火面积',
  spread: '蔓延推演',
  forces: '投入力量',
  cause: '起火原因',
  measures: '已采取措施',
  next: '下一步',
  title: '图名',
  note: '说明',
};

export const documentKindsEn: Readonly<Record<FireDocumentKind, string>> = { bulletin: 'Bulletin', 'situation-map': 'Situation map' };

export const documentFieldsEn: Readonly<Record<DocumentField, string>> = {
  to: 'To',
  place: 'Place',
  found: 'Discovered',
  weather: 'Weather',
  area: 'Burnt area',
  spread: 'Forecast of spread',
  forces: 'Forces',
  cause: 'Cause',
  measures: 'Measures taken',
  next: 'Next steps',
  title: 'Title',
  note: 'Note',
};
