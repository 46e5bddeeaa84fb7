/** Updates and the way back to an earlier version. */
export const updates = {
  'installs.now.version': '{from} sürümünün parçası',
  'installs.after.kept': 'olduğu gibi kalır',
  'installs.after.version': '{to} sürümünün parçası: {files}',
  'installs.after.gone': 'mağazandan kalkar',
  'installs.progress.update': 'Bu sayfayı kapatabilirsin; iş sürer. Bitene kadar geçerli olan eski sürümdür.',
  'installs.progress.restore': 'Güncelleme bitirilemedi; önceki sürüm yerine konuyor.',
  'installs.step_kind.restore': 'Önceki parça yerine döner',
} as const
