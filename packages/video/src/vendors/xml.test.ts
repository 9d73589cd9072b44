import { expect, it } from 'vitest';
import { findElement, readXml, textOf } from './xml.ts';

it('reads elements by their local names, with their text and entities', () => {
  const root = readXml(
    '<?xml version="1.0"?><p:PTZPresetList xmlns:p="u"><p:PTZPreset><id>1</id><presetName>东 &amp; 西</presetName></p:PTZPreset><PTZPreset><id>2</id></PTZPreset></p:PTZPresetList>',
  );
  expect(root?.name).toBe('PTZPresetList');
  expect(root?.children.map((preset) => [preset.name, textOf(preset, 'id'), textOf(preset, 'presetName')])).toEqual([
    ['PTZPreset', '1', '东 & 西'],
    ['PTZPreset', '2', null],
  ]);
  expect(root && findElement(root, 'nothing')).toBeNull();
});

it.each([
  ['nothing', ''],
  ['no XML', '{"code":0}'],
  ['an element that does not end', '<a><b></a>'],
  ['a document type', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
  ['an entity of nobody', '<a>&e;</a>'],
  ['65 deep', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`],
  ['a megabyte of elements that do not end', '<PTZPreset>'.repeat(100_000)],
  ['four megabytes of empty elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
  ['four megabytes of attributes', `<a ${'xmlns:b="'.repeat(450_000)}/>`],
])('%s is not accepted as an answer', (_, text) => {
  expect(readXml(text)).toBeNull();
});

it('a long answer of a real camera is accepted: 300 presets', () => {
  const one = '<PTZPreset><enabled>true</enabled><id>1</id><presetName>p</presetName></PTZPreset>';
  expect(readXml(`<PTZPresetList>${one.repeat(300)}</PTZPresetList>`)?.children).toHaveLength(300);
  expect(readXml(`${'<a>'.repeat(64)}${'</a>'.repeat(64)}`)?.name).toBe('a');
});
