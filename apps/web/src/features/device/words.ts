import { wordsIn } from '../../shared/language.ts';
import { deviceEn } from './text.en.ts';
import { type DeviceWords, deviceZh } from './text.zh-CN.ts';

export const useDeviceWords = wordsIn<DeviceWords>({ zh: deviceZh, en: deviceEn });
