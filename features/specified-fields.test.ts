// Specification §3: every field it names is in the schema of its entity. In tests the server validates its replies against these schemas,
// so a field of a schema is a field of the reply.

import { expect, it } from 'vitest';
import type { z } from 'zod';
import { REAL_FIRE_TYPES } from './alarm/alarm.ts';
import { realFireTypeNumber } from './alarm/alarm.wire.ts';
import { cameraAlarm, dangerAlarm, reportAlarm, satelliteAlarm } from './alarm/specified-alarm.schema.ts';
import { camera, monitoringPoint } from './camera/camera.schema.ts';
import { contract } from './contract.ts';
import { teamPosition } from './ranger/ranger.schema.ts';
import { resource } from './resource/resource.schema.ts';
import { task } from './task/task.schema.ts';

type Shaped = Pick<z.ZodObject, 'shape'>;
const entities: readonly (readonly [name: string, schemas: readonly Shaped[], fields: string])[] = [
  // Proves §3.3
  [
    'a fire alarm',
    [satelliteAlarm, cameraAlarm, reportAlarm],
    'id fireType type findType isReal isHandle isPush isPut isPutOutNote longitude latitude address formattedAddress alarmDatetime observationDateTime countyCode',
  ],
  // Proves §3.3, §3.6
  [
    'a monitor’s fire',
    [cameraAlarm],
    'alarmType horizonAngle verticalAngle deviceId monitorId maxHeat img1 img2 video1 video2 videoPath1 videoPath2 picPath1 picPath2 alarmLongitude alarmLatitude alarmDatetime isReal isHandle findType handleOpinions',
  ],
  // Proves §3.4a, §3.4b
  [
    'a satellite’s fire',
    [satelliteAlarm],
    'province city county observationDatetime credibility area observationFrequency satellite fireNo pixelArea pixelNumber woodland grassland farmland otherland strength strengthLevel irImageAddress lightImageAddress',
  ],
  // Proves §3.5
  [
    'a person’s report',
    [reportAlarm],
    'provinceName cityName countyName address reportTime longitude latitude altitude isReal isHandle description comment picPath2',
  ],
  // Proves §3.7
  [
    'a danger check',
    [dangerAlarm],
    'resourceName resourceType position checkTime dangerType status dangerDescription gridName gridNo renovationPic1 renovationPic2',
  ],
  // Proves §3.8
  [
    'a resource or monitoring point',
    [resource, monitoringPoint],
    'id name resourceCode resourceType isOnline districtName streetName gridName position leaderName leaderPhone description monitorRange horizontalAngle',
  ],
  // Proves §3.9
  ['a camera', [camera], 'id deviceId channelNum name cameraType towerHeight position northCorrection'],
  // Proves §3.10
  [
    'the form of a task',
    [contract.task.delegate.input],
    'taskContent taskStartTime taskEndTime priority taskType position fireId taskMember operatorName taskImg peopleCount fireEngine fireEquipment reserve',
  ],
  // Proves §3.11
  ['a task of a list', [task], 'taskContent taskType longitude latitude'],
  // Proves §3.13
  ['the position of a ranger', [teamPosition], 'userId position createUser actualUploadTime'],
];

it.each(entities)('%s has the fields of the specification', (_, schemas, fields) => {
  for (const { shape } of schemas) expect(fields.split(' ').filter((field) => !(field in shape))).toEqual([]);
});

// Proves §4.3
it('types of a real fire are numbered 1 to 8 as specified', () => {
  expect(REAL_FIRE_TYPES.map((type) => [realFireTypeNumber(type), type])).toEqual([
    [1, 'farm'],
    [2, 'domestic'],
    [3, 'garbage'],
    [4, 'folk-custom'],
    [5, 'construction'],
    [6, 'smoking'],
    [7, 'forest'],
    [8, 'grassland'],
  ]);
});
