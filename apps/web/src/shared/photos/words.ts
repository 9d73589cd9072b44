import { wordsIn } from '../language.ts';
import { photosEn } from './text.en.ts';
import { type PhotosWords, photosZh } from './text.zh-CN.ts';

export const usePhotosWords = wordsIn<PhotosWords>({ zh: photosZh, en: photosEn });
