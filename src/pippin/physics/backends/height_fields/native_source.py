"""The function for MuJoCo's table of collisions, in C++."""

from __future__ import annotations

from string import Template

MODEL_FIELDS = (
    "geom_type",
    "geom_dataid",
    "geom_size",
    "geom_aabb",
    "geom_rbound",
    "hfield_size",
    "hfield_nrow",
    "hfield_ncol",
)
DATA_FIELDS = "geom_xpos", "geom_xmat"
ARGUMENTS = "argument_bytes", "count_place", "found_place"
WORDS = "names", *MODEL_FIELDS, *DATA_FIELDS, "engine", "kernel", *ARGUMENTS, "scenes"
"""What the function is told: where arrays are in MuJoCo's structures, functions, the form of the kernel's arguments and
the first scene. A scene is the address of the next one, of the model's name, of the arguments of the kernel, and of
the first block of each field and the highest points of all blocks."""

MOST_WORDS = 256
"""Room for the kernel's arguments."""

COLLIDE = Template("""
    static const long long* word;
    word = (const long long*)words;
    struct Table {
        static const double* numbers(const char* owner, int which)
        {
            return *(const double* const*)(owner + word[which]);
        }

        static const int* integers(const char* owner, int which)
        {
            return *(const int* const*)(owner + word[which]);
        }

        static const long long* scene_of(const char* model)
        {
            const char* name = (const char*)integers(model, $names);
            const long long* scene = (const long long*)word[$scenes];
            for (; scene; scene = (const long long*)scene[0]) {
                const char* known = (const char*)scene[1];
                int place = 0;
                while (known[place] && known[place] == name[place])
                    ++place;
                if (known[place] == name[place])
                    break;
            }
            return scene;
        }

        // Cells before a coordinate, rounded down.
        static int whole(double cells)
        {
            const int towards_zero = (int)cells;
            return towards_zero - (towards_zero > cells);
        }

        // Block of cells that a coordinate is in, or the nearest one.
        static int block_of(double coordinate, double spacing, int blocks)
        {
            const int block = whole(coordinate / spacing) / $block;
            return block < 0 ? 0 : block < blocks ? block : blocks - 1;
        }

        static int collide(const char* model, char* data, double* contacts, int field_geom, int geom, double margin)
        {
            const long long* scene = scene_of(model);
            if (!scene)
                return ((decltype(&collide))word[$engine])(model, data, contacts, field_geom, geom, margin);

            // The shape's pose in the frame of the field.
            const double* origin = numbers(data, $geom_xpos) + 3 * field_geom;
            const double* frame = numbers(data, $geom_xmat) + 9 * field_geom;
            const double* position = numbers(data, $geom_xpos) + 3 * geom;
            const double* shape_frame = numbers(data, $geom_xmat) + 9 * geom;
            const int field = integers(model, $geom_dataid)[field_geom];
            const double* half = numbers(model, $hfield_size) + 4 * field;
            const double radius = numbers(model, $geom_rbound)[geom] + margin;
            double local[3];
            for (int i = 0; i < 3; ++i) {
                local[i] = 0.0;
                for (int k = 0; k < 3; ++k)
                    local[i] += frame[3 * k + i] * (position[k] - origin[k]);
                const double below = i < 2 ? half[i] : half[3];
                if (!(local[i] - radius <= half[i] && local[i] + radius >= -below))
                    return 0;
            }
            const int num_columns = integers(model, $hfield_ncol)[field];
            const int num_rows = integers(model, $hfield_nrow)[field];
            const double dx = 2.0 * half[0] / (num_columns - 1), dy = 2.0 * half[1] / (num_rows - 1);

            // Most shapes of a robot are above the highest points of the blocks around them.
            const int columns = (num_columns + $block - 2) / $block, rows = (num_rows + $block - 2) / $block;
            const int first_column = block_of(local[0] + half[0] - radius, dx, columns);
            const int last_column = block_of(local[0] + half[0] + radius, dx, columns);
            const int last_row = block_of(local[1] + half[1] + radius, dy, rows);
            const float* heights = (const float*)scene[4] + ((const int*)scene[3])[field];
            float highest = heights[block_of(local[1] + half[1] - radius, dy, rows) * columns + first_column];
            for (int row = block_of(local[1] + half[1] - radius, dy, rows); row <= last_row; ++row)
                for (int column = first_column; column <= last_column; ++column)
                    if (heights[row * columns + column] > highest)
                        highest = heights[row * columns + column];
            if (local[2] - radius > highest * half[2] + 1e-5 * radius) // more than rounding to single precision
                return 0;

            struct {
                int type, geom, field, row, column;
                float corner[3], rotation[9], size[3], box[6], reach;
            } question;
            question.type = integers(model, $geom_type)[geom];
            question.geom = geom;
            question.field = field;
            question.column = whole((local[0] + half[0]) / dx);
            question.row = whole((local[1] + half[1]) / dy);
            question.corner[0] = (float)(question.column * dx - half[0] - local[0]);
            question.corner[1] = (float)(question.row * dy - half[1] - local[1]);
            question.corner[2] = (float)-local[2];
            for (int i = 0; i < 3; ++i) {
                question.size[i] = (float)numbers(model, $geom_size)[3 * geom + i];
                for (int j = 0; j < 3; ++j) {
                    double sum = 0.0;
                    for (int k = 0; k < 3; ++k)
                        sum += frame[3 * k + i] * shape_frame[3 * k + j];
                    question.rotation[3 * i + j] = (float)sum;
                }
            }
            for (int i = 0; i < 6; ++i)
                question.box[i] = (float)numbers(model, $geom_aabb)[6 * geom + i];
            question.reach = (float)margin;

            // The kernel's arguments, with pointers to this question and to room for its answer.
            int count[1];
            float found[7 * $most];
            long long arguments[$most_words];
            const long long* given = (const long long*)scene[2];
            for (int i = 0; i < word[$argument_bytes] / 8; ++i)
                arguments[i] = given[i];
            arguments[0] = (long long)&question;
            arguments[word[$count_place] / 8] = (long long)count;
            arguments[word[$found_place] / 8] = (long long)found;
            wp::launch_bounds_t<1> bounds;
            bounds.shape[0] = 1;
            bounds.size = 1;
            bounds.coord_mult = 1;
            ((void (*)(wp::launch_bounds_t<1>*, void*))word[$kernel])(&bounds, arguments);

            for (int index = 0; index < count[0]; ++index) {
                double* contact = contacts + 10 * index; // distance, position, normal, tangent
                const float* one = found + 7 * index;
                contact[0] = one[0];
                for (int i = 0; i < 3; ++i) {
                    contact[1 + i] = position[i];
                    contact[4 + i] = 0.0;
                    contact[7 + i] = 0.0;
                    for (int k = 0; k < 3; ++k) {
                        contact[1 + i] += frame[3 * i + k] * one[1 + k];
                        contact[4 + i] += frame[3 * i + k] * one[4 + k];
                    }
                }
            }
            return count[0];
        }
    };
    return (long long)&Table::collide;
""")
