# SPDX-License-Identifier: Apache-2.0
"""Reads what a study of percuss leaves: study.csv and study.json."""

import numpy as np

from study_record import StudyRecord


class Study(StudyRecord):
    """A study whose points are arrays."""

    def points(self, column, over=None):
        return [(np.array(x), np.array(y))
                for x, y in super().points(column, over)]
