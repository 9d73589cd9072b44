import { messagesIn } from '@lookout/web/shared/language.ts';
import type { Trouble } from './base-maps-part.ts';

const zh = {
  title: '底图',
  own: '地形',
  button: (name: string) => `底图：${name}`,
  hint: '注记、不透明度与次序在“图层”的“底图”里调整',
  troubles: { silent: '没有应答', refused: '拒绝了请求' } as Readonly<Record<Trouble, string>>,
  shown: {
    silent: (name: string) => `底图“${name}”没有应答，显示自带地形`,
    refused: (name: string) => `底图“${name}”拒绝了请求（密钥或权限），显示自带地形`,
  } as Readonly<Record<Trouble, (name: string) => string>>,
};

const en: typeof zh = {
  title: 'Base map',
  own: 'Relief',
  button: (name) => `Base map: ${name}`,
  hint: 'Labels, opacity and order are set in Layers, under Base maps',
  troubles: { silent: 'does not answer', refused: 'refuses' },
  shown: {
    silent: (name) => `The base map "${name}" does not answer; our own relief is shown`,
    refused: (name) => `The base map "${name}" refuses (key or rights); our own relief is shown`,
  },
};

export const useBaseMapMessages = messagesIn({ zh, en });
